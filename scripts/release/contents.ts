import { linkedPackages, type LockEntries, productionClosure } from '../production-closure.ts'

/** Workspaces whose programs a release can start. The sandbox is what `start` runs on, and the paper exchange in production. */
export const PROGRAMS: readonly string[] = ['apps/server', 'apps/sandbox', 'apps/demo']

/** What `strikewise` starts, by path from the project's root. */
export const ENTRIES: readonly string[] = [
  'scripts/tasks/start.ts',
  'scripts/tasks/verify-record.ts',
  'scripts/release/health.ts',
  'apps/server/src/main.ts',
  'apps/server/src/check-config/main.ts',
  'apps/server/src/rotate-keys/main.ts',
  'apps/server/src/import/main.ts',
  'apps/server/src/audit-export/main.ts',
  'apps/server/src/audit-export/verify-main.ts',
  'apps/server/src/restore-drill/main.ts',
  'apps/sandbox/src/main.ts',
  'apps/demo/src/main.ts',
]

/** Files of scripts/ that the entries import, and nothing else of that folder. */
const SCRIPTS: readonly string[] = [
  'build-app',
  'child-process',
  'child-processes',
  'command',
  'dev-stack',
  'ports',
  'program-group',
  'record-time-stamps',
  'tasks/start',
  'release/health',
  'tasks/verify-record',
].map((name) => `scripts/${name}.ts`)

const DOCUMENTS = /^(?:LICENSE|README\.md|\.env\.example|docs\/[^/]+\.md|deploy\/.+)$/
const ONLY_FOR_TESTS = /\.test\.(?:tsx?|yaml)$|\/testing\//

/** Which of the project's `files` (paths from its root) are in a release. */
export function releasedFiles(files: readonly string[], lock: LockEntries): readonly string[] {
  const folders = [...PROGRAMS, ...PROGRAMS.flatMap((program) => linkedPackages(lock, program))]
  const isReleased = (file: string) =>
    SCRIPTS.includes(file) ||
    DOCUMENTS.test(file) ||
    folders.some((folder) => file === `${folder}/package.json` || file.startsWith(`${folder}/src/`))
  return files.filter((file) => isReleased(file) && !ONLY_FOR_TESTS.test(file))
}

/** Folders below node_modules that a release has, by path from the project's root. */
export function releasedPackages(lock: LockEntries): readonly string[] {
  const paths = PROGRAMS.flatMap((root) => productionClosure(lock, { root }).map(({ path }) => path))
  return [...new Set(paths)].toSorted()
}

/** Links below node_modules to our own packages: the name of each with its folder. */
export function releasedLinks(lock: LockEntries): readonly { readonly name: string; readonly folder: string }[] {
  const folders = new Set(PROGRAMS.flatMap((program) => linkedPackages(lock, program)))
  return Object.entries(lock).flatMap(([path, { link, resolved }]) =>
    link === true && folders.has(resolved!) ? [{ name: path.replace('node_modules/', ''), folder: resolved! }] : [],
  )
}
