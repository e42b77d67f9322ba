// `npm run simulate:planted`: each known bug is put into a scratch copy of the program; the simulator must find it.
import { fork } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { HuntReport } from './planted/hunt.ts'
import { plantedBugs, type PlantedBug } from './planted/patches.ts'
import { copyProgram, withPatch } from './planted/scratch-copy.ts'
import { trialsSavedFor } from './planted/trials.ts'
import { exitCodeOf, figureLines, summaryOf, tableOf, type Verdict } from './planted/verdict.ts'
import { runTrial, trialName, type Trial } from './trial.ts'

const HUNT = 'apps/lab/src/simulate/planted/hunt.ts'
/** A bug must be found within this many seeds. */
const MAX_SEEDS = 100_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    report: { type: 'string' },
    table: { type: 'string' },
    seeds: { type: 'string', default: String(MAX_SEEDS) },
    saved: { type: 'boolean', default: false },
  },
})

const maxSeeds = Number(values.seeds)
if (!Number.isSafeInteger(maxSeeds) || maxSeeds < 1)
  throw new RangeError(`--seeds takes a whole number: ${values.seeds}`)
const all = plantedBugs()
const unknown = positionals.filter((name) => !all.some((bug) => bug.name === name))
if (unknown.length > 0) throw new RangeError(`there is no planted bug ${unknown.join(', ')}`)
const named = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
// As the program changes, a scenario's faults strike other calls than when it was saved, and its bug may no longer show.
const chosen = values.saved ? named.filter(({ name }) => trialsSavedFor(name).length > 0) : named

const verdicts: Verdict[] = []
const queue = [...chosen]
// Copied once: every bug is put into the same program, the one that this process runs.
const program = copyProgram()
try {
  await Promise.all(Array.from({ length: availableParallelism() }, () => workThrough()))
} finally {
  rmSync(program, { recursive: true, force: true })
}

const caught = verdicts.filter(({ result }) => result === 'caught').length
const failed = verdicts.length - caught
for (const { bug, result } of verdicts) if (result !== 'caught') console.log(`${result}: ${bug.name}. ${bug.about}`)
console.log(summaryOf(verdicts))
console.log(`${caught} passed, ${failed} failed`)
if (!values.saved) console.log(figureLines(verdicts))
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed: caught, failed }))
if (values.table !== undefined) writeFileSync(values.table, tableOf(verdicts))
process.exitCode = exitCodeOf(verdicts)

async function workThrough(): Promise<void> {
  for (let bug = queue.shift(); bug !== undefined; bug = queue.shift()) {
    const verdict = await judge(bug)
    verdicts.push(verdict)
    console.log(`${verdict.result.padEnd(8)} ${bug.name.padEnd(28)} ${verdict.by.padEnd(5)} ${verdict.detail}`)
  }
}

async function judge(bug: PlantedBug): Promise<Verdict> {
  try {
    return await withPatch(program, bug.file, (folder) => hunt(bug, folder))
  } catch (error) {
    return { bug, result: 'ERROR', by: '', detail: error instanceof Error ? error.message : String(error), sessions: 0 }
  }
}

/** Runs sessions of the patched program until one breaks something that holds in the program as it is. */
async function hunt(bug: PlantedBug, folder: string): Promise<Verdict> {
  const child = fork(join(folder, HUNT), values.saved ? ['saved', bug.name] : [values.seeds], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
  child.on('message', (report: HuntReport) => {
    if (report.type === 'nothing') {
      const { sessions } = report
      resolve({ bug, result: 'SURVIVED', by: '', detail: `nothing in ${sessions} sessions`, sessions })
      return
    }
    const { trial, violation, sessions } = report
    holdsWithout(trial).then((holds) => {
      const detail = `${trialName(trial)}, after ${sessions} sessions: ${violation.text}`
      if (holds) resolve({ bug, result: 'caught', by: violation.invariant, detail, sessions })
      else child.send('go on')
    }, reject)
  })
  const wrote = text(child.stderr!)
  child.once('error', reject)
  child.once(
    'exit',
    () => void wrote.then((output) => reject(new Error(`the patched simulator ended: ${output.trim()}`))),
  )
  try {
    return await promise
  } finally {
    child.kill('SIGKILL')
  }
}

/** Whether the program as it is breaks nothing there. */
function holdsWithout(trial: Trial): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // The engine's loop wants to be called from a timer.
    setImmediate(() => {
      try {
        resolve(runTrial(trial).violations.length === 0)
      } catch (error) {
        reject(error)
      }
    })
  })
}
