import babelExtractor from '@lingui/cli/api/extractors/babel'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { CATALOGS } from './src/locales/catalogs.ts'

/** English is written in the code and has no catalog; Hindi has one for each part of the app. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['hi'],
  catalogs: Object.entries(CATALOGS).map(([name, places]) => ({
    path: `<rootDir>/src/locales/{locale}/${name}`,
    include: places.map((place) => `<rootDir>/src/${place}`),
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  })),
  extractors: [babelExtractor],
  // Without line numbers: a catalog changes when a text does, not when a line moves.
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: false }),
})
