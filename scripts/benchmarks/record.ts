import { spawn } from 'node:child_process'
import { finished } from 'node:stream/promises'
import { exitCodeOf, ROOT, surroundings } from '../command.ts'
import { writeBlock } from './document.ts'
import { figuresOf, type Figure } from './figure-lines.ts'
import { measuredNow } from './measured.ts'

/** Name of the option that writes a command's figures to docs/benchmarks.md. */
const OPTION = '--record'

/**
 * Runs a program of the project with this process's arguments and prints what it prints; with `--record` among them its
 * figure lines become the block of `npm run <command>` in docs/benchmarks.md. Returns the program's exit code; figures of
 * a run that ended with another code than 0 say so.
 */
export async function runRecorded(command: string, program: string, args = process.argv.slice(2)): Promise<number> {
  const given = args.filter((arg) => arg !== OPTION)
  const isRecorded = given.length < args.length
  const measured = measuredNow()
  const child = spawn(process.execPath, [program, ...given], {
    cwd: ROOT,
    env: surroundings(process.env),
    stdio: ['inherit', isRecorded ? 'pipe' : 'inherit', 'inherit'],
  })
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    process.stdout.write(text)
  })
  // What it printed last may arrive after its end.
  const [code] = await Promise.all([exitCodeOf(child), child.stdout === null ? undefined : finished(child.stdout)])
  if (isRecorded) recordFigures(command, given, figuresOf(printed), code, measured)
  return code
}

/** Writes the block of a command. Throws when there is no figure to write. */
export function recordFigures(
  command: string,
  args: readonly string[],
  figures: readonly Figure[],
  code: number,
  measured = measuredNow(),
): void {
  if (figures.length === 0) throw new Error(`npm run ${command} printed no figures; docs/benchmarks.md is as it was`)
  writeBlock('Long runs', {
    id: command,
    title: command,
    command: ['npm run', command, ...(args.length === 0 ? [] : ['--', ...args])].join(' '),
    measured,
    table: [['Figure', 'Value'], ...figures.map(({ name, value }) => [name, value])],
    conditions: code === 0 ? [] : [`The command ended with ${code}: a goal was not met.`],
  })
  console.log(`Written to docs/benchmarks.md, block ${command}.`)
}
