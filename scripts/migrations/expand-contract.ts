/** How the name of a migration ends that takes away what the version before it uses. */
const CONTRACT = '_contract'

/** A migration's file: its name without the ending, and its text. */
export interface MigrationSource {
  readonly name: string
  readonly text: string
}

/** What the version before cannot go on with, by how PostgreSQL or Kysely writes it. */
const TAKES_AWAY: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /\bdrop\s+(?:table|view|column|function|trigger|type|schema|sequence|policy)\b/i,
    'drops what the version before may use',
  ],
  [/\.(?:dropTable|dropColumn|dropView|dropType|renameTo|renameColumn)\(/, 'drops or renames'],
  [/\brenameTable\(/, 'renames a table'],
  [/\brename\s+(?:column\b|to\b)/i, 'renames'],
  [/\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\bset\s+not\s+null\b/i, 'requires a value that the version before need not write'],
  [/\bdrop\s+default\b/i, 'takes a default away that the version before relies on'],
  [
    /\badd\s+constraint\s+\S+\s+(?:unique|primary\s+key|foreign\s+key|exclude)\b/i,
    'refuses rows that the version before may write',
  ],
  [/\btruncate\b/i, 'deletes rows'],
]
const ADDED_COLUMN = /\badd\s+column\s+(?:if\s+not\s+exists\s+)?(?:[^,`()]|\([^)]*\))*/gi
const CREATED_TABLE = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi
const UNIQUE_INDEX = /\bcreate\s+unique\s+index\s+\w+\s+on\s+(\w+)/gi
const REVOKED = /\brevoke\b[^`;]*?\bon\s+(\w+)/gi
const CHANGED_ROWS = /\b(?:update\s+(\w+)\s+set|delete\s+from\s+(\w+))\b/gi

/** Comments that state what no pattern can see. */
const OF_EXPAND = /@contract-of\s+(\d{8}T\d{4}_\w+)/
const BACKFILL = /@backfill\s+\S/

/**
 * Why a migration would break the version before it, which runs on while this one is installed; empty: it only adds, or it
 * is the contract of an earlier migration. `earlier`: the names of all migrations before it.
 */
export function contractFindings({ name, text }: MigrationSource, earlier: readonly string[]): string[] {
  const taken = takenAway(text)
  if (name.endsWith(CONTRACT)) {
    const of = OF_EXPAND.exec(text)?.[1]
    if (of === undefined)
      return [`names no earlier migration: write "@contract-of <its name>" and why no version needs it`]
    return earlier.includes(of) ? [] : [`"@contract-of ${of}": there is no earlier migration of this name`]
  }
  const created = new Set([...text.matchAll(CREATED_TABLE)].map(([, table]) => table))
  const changed = [...text.matchAll(CHANGED_ROWS)].flatMap(([, updated, deleted]) => updated ?? deleted ?? [])
  const isExplained = BACKFILL.test(text) || changed.every((table) => created.has(table))
  const remedy = `add beside it, and take away in a later migration whose name ends in ${CONTRACT}`
  return [
    ...taken.map((what) => `${what}: ${remedy}`),
    ...(isExplained
      ? []
      : [`changes rows of ${changed[0]}: write "@backfill" and why the version before goes on with them`]),
  ]
}

function takenAway(text: string): string[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  const found = TAKES_AWAY.flatMap(([pattern, what]) => {
    const match = pattern.exec(code)
    return match === null ? [] : [`"${match[0]}" ${what}`]
  })
  for (const [column] of code.matchAll(ADDED_COLUMN))
    if (/\bnot\s+null\b/i.test(column) && !/\bdefault\b|\bgenerated\b/i.test(column))
      found.push(`"${column.trim().slice(0, 60)}" has no default: rows of the version before have no value for it`)
  const created = new Set([...code.matchAll(CREATED_TABLE)].map(([, table]) => table))
  for (const [statement, table] of code.matchAll(UNIQUE_INDEX))
    if (!created.has(table)) found.push(`"${statement}" refuses rows that the version before may write`)
  for (const [statement, table] of code.matchAll(REVOKED))
    if (!created.has(table)) found.push(`"${statement}" takes a right away`)
  return found
}
