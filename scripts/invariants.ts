import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './command.ts'

/**
 * What must always hold. A comment `// @invariant id Statement` stands in the file that keeps it, and `// @invariant id` in
 * each further file that keeps or tests it. A statement goes on in comment lines that are indented by two.
 */
export interface Invariant {
  readonly id: string
  /** Exactly one in a sound tree. */
  readonly statements: readonly string[]
  /** Files of the product, or of the simulator's checker, that keep it. */
  readonly enforcedBy: readonly string[]
  /** Files that fail when it does not hold. */
  readonly tested: readonly string[]
}

/** Where the generated document is. */
export const INVARIANTS_FILE = 'docs/invariants.md'

const SOURCES = '{apps,packages,e2e,scripts}/**/*.{ts,tsx,js}'
const TEST = /\.(?:test|spec)\.tsx?$|\/testing\//
const MARKER = /^\/\/ @invariant ([A-Za-z0-9-]+)(?: (.+))?$/

interface Found {
  statements: string[]
  enforcedBy: string[]
  tested: string[]
}

/** All invariants that markers name, in the order of their ids. */
export function readInvariants(): Invariant[] {
  const found = new Map<string, Found>()
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })
  for (const file of files.toSorted()) {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
    for (const [at, line] of lines.entries()) {
      const [, id, text] = MARKER.exec(line) ?? []
      if (id === undefined) continue
      const one = found.get(id) ?? { statements: [], enforcedBy: [], tested: [] }
      found.set(id, one)
      if (text !== undefined) one.statements.push([text, ...continuation(lines, at + 1)].join(' '))
      ;(TEST.test(file) ? one.tested : one.enforcedBy).push(file)
    }
  }
  return [...found].map(([id, one]) => ({ id, ...one })).toSorted((a, b) => compareIds(a.id, b.id))
}

/** The document that lists them, for `INVARIANTS_FILE`. */
export function invariantsDocument(invariants: readonly Invariant[]): string {
  const ofSimulator = (id: string) => /^I\d+$/.test(id)
  return `# Invariants

What must always hold, the files that keep it and the tests that fail when it does not. Generated
from the \`@invariant\` markers in those files by \`node scripts/tasks/invariants.ts\`; a test compares.

## Checked by the simulator

The checker reads the exchange's own log in every simulated day and shares no rule with the trading
core. The ids appear in its findings; known bugs, put in on purpose, must be found
([planted-bugs.md](planted-bugs.md)).

${invariants
  .filter(({ id }) => ofSimulator(id))
  .map(section)
  .join('\n')}
## Kept by the product

${invariants
  .filter(({ id }) => !ofSimulator(id))
  .map(section)
  .join('\n')}`
}

function section({ id, statements, enforcedBy, tested }: Invariant): string {
  const files = (label: string, list: readonly string[]) => [`- ${label}:`, ...list.map((file) => `  - \`${file}\``)]
  return [
    `### ${id}`,
    '',
    ...wrapped(statements.join(' ')),
    '',
    ...files('Kept by', enforcedBy),
    ...files('Tested by', tested),
    '',
  ].join('\n')
}

/** Lines of at most 100 columns. */
function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > 100) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

function continuation(lines: readonly string[], from: number): string[] {
  const end = lines.findIndex((line, at) => at >= from && !line.startsWith('//   '))
  return lines.slice(from, end).map((line) => line.slice('//   '.length))
}

/** Those with a number by it, the others by the alphabet. */
function compareIds(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
