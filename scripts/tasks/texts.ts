// The app's texts in both languages. `node scripts/tasks/texts.ts` reports what is left to do, `… extract` writes new texts
// into the Hindi catalogs; a second word limits the list to paths that contain it.
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { CATALOGS } from '../../apps/web/src/locales/catalogs.ts'
import { ROOT, run } from '../command.ts'
import { unwrappedTexts } from '../texts/unwrapped.ts'

const SOURCES = join(ROOT, 'apps/web/src')
const CONFIG = ['--config', 'apps/web/lingui.config.ts', '--workers', '1']
const [task = 'check', only = ''] = process.argv.slice(2)

if (task === 'extract') process.exit(await run('lingui', ['extract', '--clean', ...CONFIG]))

const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((file) => !/\.test\.tsx?$|^testing\/|^locales\/|\.d\.ts$/.test(file))
  .toSorted()

let left = 0
for (const file of files) {
  const places = Object.values(CATALOGS).flat()
  const homes = places.filter((place) => file === place || matchesGlob(file, `${place}/**`))
  if (homes.length !== 1) {
    left += 1
    console.log(`${file} is in ${homes.length} catalogs; src/locales/catalogs.ts has to name one.`)
  }
  if (!file.includes(only)) continue
  for (const { line, text } of unwrappedTexts(file, readFileSync(join(SOURCES, file), 'utf8'))) {
    left += 1
    console.log(`apps/web/src/${file}:${line}  ${text}`)
  }
}
console.log(`${left} texts outside the macros`)

const stale = await run('lingui', ['check', 'sync', '--clean', '--verbose', ...CONFIG])
const missing = await run('lingui', ['check', 'missing', '--mode', 'catalog', '--verbose', ...CONFIG])
process.exit(left === 0 && stale === 0 && missing === 0 ? 0 : 1)
