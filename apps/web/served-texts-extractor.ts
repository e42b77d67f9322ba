import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ExtractorType } from '@lingui/conf'

/**
 * Brings the texts of `src/served-texts` into the catalogs: each is its own id, so that what the server or the domain said in
 * English can be looked up by itself (see src/lib/served-text.ts).
 */
export const servedTexts: ExtractorType = {
  match: (filename) => /served-texts\/[a-z]+\.ts$/.test(filename),
  async extract(filename, _code, found) {
    const { texts } = (await import(pathToFileURL(resolve(filename)).href)) as { texts: readonly string[] }
    for (const text of new Set(texts)) found({ id: text, message: text, origin: [filename, 1] })
  },
}
