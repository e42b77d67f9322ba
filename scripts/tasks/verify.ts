// Types, lint with import directions, formatting, texts in both languages, words of texts and documents, names of types, migrations,
// unused code and dependencies, packages in production: what every change must pass. Arguments are parts of names of checks, to run those alone.
import { availableParallelism } from 'node:os'
import { listen } from '../command.ts'
import { ArgumentError, matching } from '../test-arguments.ts'

/** One check of the house rules: its name in the summary and the command that proves it. */
interface Check {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/**
 * The longest first: they run side by side. Each keeps to one thread, because more of them inside one program would check
 * the types they share once each, at twice the cost.
 */
const CHECKS: readonly Check[] = [
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--quiet'], env: { ...process.env, GOMAXPROCS: '1' } },
  { name: 'types', program: 'tsc', args: ['-p', 'tsconfig.json', '--checkers', '1'] },
  { name: 'types of the app', program: 'tsc', args: ['-p', 'apps/web/tsconfig.json', '--checkers', '1'] },
  { name: 'texts in both languages', program: 'node', args: ['scripts/tasks/texts.ts'] },
  { name: 'no prose in the core', program: 'node', args: ['scripts/tasks/prose.ts'] },
  { name: 'words of texts and documents', program: 'node', args: ['scripts/tasks/phrases.ts'] },
  { name: 'unused code and dependencies', program: 'knip', args: ['--no-progress'] },
  { name: 'packages in production', program: 'node', args: ['scripts/tasks/dependencies.ts'] },
  { name: 'names of types', program: 'node', args: ['scripts/tasks/type-names.ts'] },
  { name: 'migrations beside the version before', program: 'node', args: ['scripts/tasks/migrations.ts'] },
  { name: 'format', program: 'oxfmt', args: ['--check', '.'] },
]

const chosen = chosenChecks()
let failed = 0
const waiting = chosen.values()
await Promise.all(Array.from({ length: availableParallelism() }, oneAfterTheOther))
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Takes one check after the other of those not started yet. */
async function oneAfterTheOther(): Promise<void> {
  for (const check of waiting) {
    const { code, output } = await listen(check.program, check.args, check.env)
    process.stdout.write(code === 0 ? '' : output)
    console.log(`${code === 0 ? '✓' : '✗'} ${check.name}`)
    if (code !== 0) failed += 1
  }
}

function chosenChecks(): readonly Check[] {
  try {
    return matching(CHECKS, process.argv.slice(2), ({ name }) => name)
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
