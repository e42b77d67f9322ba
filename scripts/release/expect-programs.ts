import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { CleanRoot } from './clean-root.ts'

const READY_MS = 120_000
const STOP_MS = 60_000

/** Asks the server as a browser and a supervisor do. */
export function expectServed(root: CleanRoot): void {
  const ask = `const ask = async (path) => { const answer = await fetch('http://127.0.0.1:8080' + path); return [answer.status, await answer.text()] }
    console.log(JSON.stringify([await ask('/healthz'), await ask('/readyz'), await ask('/')]))`
  const answers = root.fromOutside(process.execPath, '--input-type=module', '--eval', ask)
  const [health, ready, page] = JSON.parse(answers) as [number, string][]
  if (health![0] !== 200) throw new Error(`/healthz answered ${health!.join(' ')}`)
  if (!ready![1].includes('"store":"up"')) throw new Error(`/readyz answered ${ready!.join(' ')}`)
  if (page![0] !== 200 || !/<title>[^<]*Strikewise/.test(page![1])) throw new Error(`/ answered ${page!.join(' ')}`)
}

/** Resolves once the program prints a line like `line`. */
export async function printed(child: ChildProcess, line: RegExp): Promise<void> {
  const lines: string[] = []
  const found = new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on('line', (text) => {
        lines.push(text)
        if (line.test(text)) resolve()
      })
  })
  const failed = async (how: string) => {
    throw new Error(`${how} before it printed ${String(line)}:\n${lines.slice(-20).join('\n')}`)
  }
  await Promise.race([
    found,
    ended(child).then((code) => failed(`ended with ${code}`)),
    delay(READY_MS, undefined, { ref: false }).then(() => failed(`${READY_MS / 1000} s went by`)),
  ])
}

/** Runs a program in folder `cwd` of the root. Throws unless it ends with this status. */
export async function expectExit(
  root: CleanRoot,
  cwd: string,
  args: readonly string[],
  expected: number,
): Promise<void> {
  const child = root.spawn(cwd, args)
  const output: Buffer[] = []
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await ended(child)
  if (code !== expected)
    throw new Error(`${args.join(' ')} ended with ${code}, not ${expected}:\n${Buffer.concat(output).toString()}`)
}

/** Throws unless SIGTERM ends the program with status 0. */
export async function expectStopped(child: ChildProcess): Promise<void> {
  const end = ended(child)
  child.kill('SIGTERM')
  const code = await Promise.race([end, delay(STOP_MS, 'no end', { ref: false })])
  if (code !== 0) throw new Error(`${child.spawnargs.slice(-4).join(' ')}: SIGTERM was answered with ${code}`)
}

/** Throws when anything runs in the root. */
export function expectNothingRuns(root: CleanRoot): void {
  const left = root.running()
  if (left.length > 0) throw new Error(`Left running:\n${left.join('\n')}`)
}

function ended(child: ChildProcess): Promise<number | string> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(child.signalCode ?? child.exitCode ?? 'no end')
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code ?? 'no end')))
}
