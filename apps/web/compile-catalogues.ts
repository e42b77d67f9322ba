import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const CATALOGUE = /\/packages\/messages\/src\/catalogue\/\w+\/[\w-]+\.json$/

/** Compiles the catalogues of messages when they are bundled, so that the app ships neither ICU texts nor their parser. */
export const compileCatalogues: Plugin = {
  name: 'compile-catalogues',
  // Before Vite makes a module of the JSON, which this leaves as JSON.
  enforce: 'pre',
  transform: {
    filter: { id: CATALOGUE },
    handler: (source) => {
      const texts = Object.entries(JSON.parse(source) as Record<string, string>)
      return {
        code: JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, compileMessageOrThrow(text)]))),
        map: null,
      }
    },
  },
}
