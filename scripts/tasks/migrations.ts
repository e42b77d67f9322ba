// Refuses a migration that takes away what the version before it uses, unless it is the contract of an earlier one: while a
// release is installed both versions run on one store (docs/how-to/add-a-migration.md).
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../command.ts'
import { contractFindings } from '../migrations/expand-contract.ts'

const FILES = 'apps/server/src/store/migrations/[0-9]*T[0-9]*_*.ts'
/** The last one before the rule: from here on a release is installed beside the one before. */
const LAST_BEFORE = '20261127T1640_indexes_by_user'

const sources = globSync(FILES, { cwd: ROOT })
  .map((file) => ({ name: basename(file, '.ts'), text: readFileSync(join(ROOT, file), 'utf8') }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
const names = sources.map(({ name }) => name)
const findings = sources.flatMap((source, index) =>
  source.name <= LAST_BEFORE
    ? []
    : contractFindings(source, names.slice(0, index)).map((finding) => `${source.name}: ${finding}`),
)
for (const finding of findings) console.log(finding)
console.log(`${sources.length} migrations, ${findings.length} that break the version before them`)
process.exit(findings.length === 0 ? 0 : 1)
