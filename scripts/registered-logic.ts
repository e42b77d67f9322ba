import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNAL_PARAMS, SIGNALS_VERSION } from '@strikewise/signals/registry/params.ts'
import { DECIDING_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { parseSync } from 'oxc-parser'
import { ROOT } from './command.ts'
import { importGraph } from './import-graph.ts'

/** Where the registered logic that the product ships stands. */
export const LOGIC_FILE = 'packages/signals/src/registry/shipped-logic.ts'

const SIGNALS = 'packages/signals/src'
const ENTRY_POINT = `${SIGNALS}/decision/symbol-pipeline.ts`
/** They list every agent, shadow agents too; of the list, the deciding agents belong to the logic. */
const LISTS = [`${SIGNALS}/registry/registry.ts`, `${SIGNALS}/agents/implementations.ts`]
/** Rows of days (holidays, hours) and types of texts: they change with the calendar and not the logic. */
const OUTSIDE = /^packages\/domain\/src\/(time|text|hashing|plans)\//

/** The files that a decision is computed by, sorted; those of shadow agents alone are not among them. */
export function logicFiles(): string[] {
  const graph = importGraph({
    include: ['packages/{signals,domain}/src/**/*.ts'],
    exclude: ['**/*.test.ts', '**/testing/**'],
  })
  const isShadow = (file: string) => /\bkind: 'shadow'/.test(file.includes('/definitions/') ? textOf(file) : '')
  const shadows = new Set([...graph.keys()].filter(isShadow))
  const implementations = [...(graph.get(LISTS[1]!) ?? [])].filter((file) =>
    [...(graph.get(file) ?? [])].some((imported) => shadows.has(imported)),
  )
  const skipped = new Set([...shadows, ...implementations, LOGIC_FILE])
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file) || skipped.has(file) || OUTSIDE.test(file)) return
    found.add(file)
    for (const imported of graph.get(file) ?? []) visit(imported)
  }
  visit(ENTRY_POINT)
  return [...found].filter((file) => !LISTS.includes(file)).sort()
}

/** SHA-256 (hex) of the code that decides: its syntax tree, so that comments and line breaks do not count. */
export function codeHash(files: readonly string[], read: (file: string) => string = textOf): string {
  const trees = files.map((file) => [file, hash('sha256', treeOf(file, read(file)))])
  const agents = DECIDING_AGENTS.map(({ name, role, paramsKey }) => ({ name, role, paramsKey }))
  return hash('sha256', canonicalJson({ trees, agents }))
}

/** The text of the file with the logic as it is now. */
export function logicFileText(): string {
  return `/**
 * The logic that this release decides by, as it is registered: written by \`node scripts/tasks/registered-logic.ts\`, and
 * compared by a test. \`code\`: SHA-256 of the syntax trees of what decides; \`config\`: \`configHash\` of version, parameters
 * and weights as written, which every decision holds.
 */
export const SHIPPED_LOGIC = {
  version: '${SIGNALS_VERSION}',
  code: '${codeHash(logicFiles())}',
  config: '${configHash(SIGNAL_PARAMS)}',
} as const
`
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function treeOf(file: string, text: string): string {
  return JSON.stringify(parseSync(file, text).program, (key, value: unknown) =>
    key === 'start' || key === 'end' || key === 'range' || key === 'comments' || key === 'raw' ? undefined : value,
  )
}
