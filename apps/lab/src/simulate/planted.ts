// `npm run simulate:planted`: each known bug is put into a scratch copy of the program; the simulator must find it.
import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs, promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../../../..')
const PATCHES = join(import.meta.dirname, 'planted')
/** What the simulator runs: copied, so that a bug never touches the program itself. */
const COPIED = ['packages', 'apps/lab'] as const
/** A bug must be found within this many seeds. */
const MOST_SEEDS = 100_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { report: { type: 'string' }, seeds: { type: 'string', default: String(MOST_SEEDS) } },
})

const patches = readdirSync(PATCHES)
  .filter((file) => file.endsWith('.patch'))
  .map((file) => basename(file, '.patch'))
  .filter((name) => positionals.length === 0 || positionals.includes(name))
  .toSorted()
let caught = 0
for (const name of patches) {
  const scratch = scratchCopy()
  try {
    await promisify(execFile)('git', ['apply', '--unidiff-zero', join(PATCHES, `${name}.patch`)], { cwd: scratch })
    const { found, said } = await hunt(scratch)
    if (found) caught += 1
    console.log(`${found ? 'caught  ' : 'SURVIVED'} ${name}: ${said}`)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
console.log(`caught ${caught}/${patches.length}`)
console.log(`${caught} passed, ${patches.length - caught} failed`)
process.exitCode = caught === patches.length && patches.length > 0 ? 0 : 1

/** The simulator over scenarios, single faults and seeds, until something breaks. */
async function hunt(scratch: string): Promise<{ found: boolean; said: string }> {
  const program = join(scratch, 'apps/lab/src/simulate/main.ts')
  const child = spawn(process.execPath, [program, '--until-found', values.seeds], { cwd: scratch })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const lines = out.trim().split('\n')
  // A program that cannot even start has not been judged.
  if (child.exitCode !== 0 && child.exitCode !== 3) throw new Error(`the simulator broke: ${err || out}`)
  return { found: child.exitCode === 3, said: lines.at(-1) ?? '' }
}

function scratchCopy(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'strikewise-planted-'))
  for (const folder of COPIED)
    cpSync(join(ROOT, folder), join(scratch, folder), {
      recursive: true,
      filter: (source) => basename(source) !== 'node_modules',
    })
  cpSync(join(ROOT, 'package.json'), join(scratch, 'package.json'))
  const modules = join(scratch, 'node_modules')
  mkdirSync(join(modules, '@strikewise'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@strikewise' && !name.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  // Our own packages resolve inside the copy: the links are relative.
  for (const name of readdirSync(join(ROOT, 'node_modules/@strikewise')))
    symlinkSync(readlinkSync(join(ROOT, 'node_modules/@strikewise', name)), join(modules, '@strikewise', name))
  return scratch
}
