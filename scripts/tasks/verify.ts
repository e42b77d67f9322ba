// Types, lint with import directions, formatting, texts in both languages, unused code and dependencies: what every change must pass.
import { run } from '../command.ts'

/** One check of the house rules: its name in the summary and the command that proves it. */
const CHECKS = [
  { name: 'types', program: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the app', program: 'tsc', args: ['-p', 'apps/web/tsconfig.json'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--quiet'] },
  { name: 'format', program: 'oxfmt', args: ['--check', '.'] },
  { name: 'texts in both languages', program: 'node', args: ['scripts/tasks/texts.ts'] },
  { name: 'unused code and dependencies', program: 'knip', args: ['--no-progress'] },
] as const

let failed = 0
for (const check of CHECKS) {
  const code = await run(check.program, check.args)
  console.log(`${code === 0 ? '✓' : '✗'} ${check.name}`)
  if (code !== 0) failed += 1
}
console.log(`${CHECKS.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
