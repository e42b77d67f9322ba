import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './command.ts'

const SOURCES = [
  'apps/web/{src,public}/**/*',
  'apps/web/*.{html,ts,json}',
  'packages/*/src/**/*.{ts,json}',
  'package-lock.json',
]

/**
 * Builds apps/web into its dist folder unless the sources are the ones it was last built from. Throws when the build fails. A
 * release has the built app and no sources of it.
 */
export async function buildAppIfStale(): Promise<void> {
  if (!existsSync(join(ROOT, 'apps/web/src'))) return
  const stamp = join(ROOT, 'apps/web/dist/.built-from')
  const sources = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  const code = await run('vite', ['build', '--logLevel', 'warn', 'apps/web'])
  if (code !== 0) throw new Error(`The app did not build (vite exit ${code}).`)
  writeFileSync(stamp, sources)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .toSorted()
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
