// `npm run simulate:planted`: each known bug is put into a scratch copy of the program; the simulator must find it.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { plantedBugs, type PlantedBug } from './planted/patches.ts'
import { ROOT, withPatch } from './planted/scratch-copy.ts'

const PROGRAM = 'apps/lab/src/simulate/main.ts'
/** What the simulator ends with when it has found something. */
const FOUND = 3
/** A bug must be found within this many seeds. */
const MOST_SEEDS = 100_000

/** What became of one bug: `error` when the patch does not apply or the patched program does not run. */
interface Verdict {
  readonly bug: PlantedBug
  readonly result: 'caught' | 'SURVIVED' | 'ERROR'
  /** The invariant that broke. */
  readonly by: string
  /** Seeds needed, or where else it showed. */
  readonly where: string
  readonly said: string
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { report: { type: 'string' }, seeds: { type: 'string', default: String(MOST_SEEDS) } },
})

const mostSeeds = Number(values.seeds)
if (!Number.isSafeInteger(mostSeeds) || mostSeeds < 1)
  throw new RangeError(`--seeds takes a whole number: ${values.seeds}`)
const all = plantedBugs()
const unknown = positionals.filter((name) => !all.some((bug) => bug.name === name))
if (unknown.length > 0) throw new RangeError(`there is no planted bug ${unknown.join(', ')}`)
const wanted = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const healthy = await simulate(ROOT, ['--until-found', '0'])
if (healthy.status !== 0) throw new Error(`the program breaks a saved scenario without any bug: ${healthy.said}`)

const verdicts: Verdict[] = []
const queue = [...wanted]
await Promise.all(Array.from({ length: availableParallelism() }, () => workThrough()))

verdicts.sort((a, b) => (a.bug.name < b.bug.name ? -1 : 1))
const wide = Math.max(...verdicts.map(({ bug }) => bug.name.length))
console.log(`\n${'planted bug'.padEnd(wide)}  ${'caught by'.padEnd(9)}  seeds needed`)
for (const { bug, result, by, where } of verdicts)
  console.log(`${bug.name.padEnd(wide)}  ${(result === 'caught' ? by : result).padEnd(9)}  ${where}`)
const caught = verdicts.filter(({ result }) => result === 'caught').length
const failed = verdicts.length - caught
console.log(`caught ${caught}/${verdicts.length}`)
console.log(`${caught} passed, ${failed} failed`)
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed: caught, failed }))
process.exitCode = failed === 0 && caught > 0 ? 0 : 1

async function workThrough(): Promise<void> {
  for (let bug = queue.shift(); bug !== undefined; bug = queue.shift()) {
    const verdict = await judge(bug)
    verdicts.push(verdict)
    console.log(`${verdict.result.padEnd(8)} ${bug.name}: ${verdict.said}`)
  }
}

async function judge(bug: PlantedBug): Promise<Verdict> {
  try {
    return await withPatch(bug.file, (folder) => hunt(bug, folder))
  } catch (error) {
    return { bug, result: 'ERROR', by: '', where: '', said: error instanceof Error ? error.message : String(error) }
  }
}

/** Seeds in their order until one breaks something that holds in the program as it is. */
async function hunt(bug: PlantedBug, folder: string): Promise<Verdict> {
  for (let from = 1; from <= mostSeeds;) {
    const { status, said } = await simulate(folder, ['--until-found', values.seeds, '--from', String(from)])
    if (status === 0) return { bug, result: 'SURVIVED', by: '', where: '', said }
    if (status !== FOUND) return { bug, result: 'ERROR', by: '', where: '', said }
    const { where = said, by = '' } = /^(?<where>[^:]+): (?<by>[^:]+):/.exec(said)?.groups ?? {}
    const seed = /^seed (?<seed>\d+)$/.exec(where)?.groups?.['seed']
    if (seed === undefined) return { bug, result: 'caught', by, where, said }
    const { status: without } = await simulate(ROOT, ['--seed', seed])
    if (without === 0) return { bug, result: 'caught', by, where: seed, said }
    from = Number(seed) + 1
  }
  return { bug, result: 'SURVIVED', by: '', where: '', said: 'every seed that broke breaks without the bug too' }
}

/** Runs the simulator of a folder to its end. `said`: its last line, or what it wrote as it broke. */
async function simulate(folder: string, options: readonly string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [join(folder, PROGRAM), ...options, '--workers', '1'], { cwd: folder })
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject).once('close', (code, signal) => {
    if (signal === null) resolve(code)
    else reject(new Error(`the simulator was ended by ${signal}`))
  })
  const [status, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const said = status === 0 || status === FOUND ? (out.trimEnd().split('\n').at(-1) ?? '') : err.trim() || out.trim()
  return { status, said }
}
