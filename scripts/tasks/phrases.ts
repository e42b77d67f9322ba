// Refuses the words of `scripts/lint/refused-words.ts` in messages, in texts of the app and in documents. The linter looks at
// comments, titles of tests and names. Exempt: legal texts, quotes and code.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command.ts'
import {
  refusedPhrasesOfCatalogue,
  refusedPhrasesOfDocument,
  refusedPhrasesOfMessages,
  type PhraseFound,
} from '../texts/refused-phrases.ts'

/** Files and how their phrases are found. */
const SOURCES: readonly (readonly [pattern: string, find: (text: string) => readonly PhraseFound[]])[] = [
  ['packages/messages/src/catalogue/en/*.json', refusedPhrasesOfMessages],
  ['apps/web/src/locales/hi/*.po', refusedPhrasesOfCatalogue],
  ['*.md', refusedPhrasesOfDocument],
  ['docs/**/*.md', refusedPhrasesOfDocument],
  ['{apps,packages,tools}/*/README.md', refusedPhrasesOfDocument],
]

let files = 0
let phrases = 0
for (const [pattern, find] of SOURCES)
  for (const file of globSync(pattern, { cwd: ROOT }).toSorted()) {
    files += 1
    for (const { line, phrase, instead } of find(readFileSync(join(ROOT, file), 'utf8'))) {
      phrases += 1
      console.log(`${file}:${line}  "${phrase}": write ${instead}.`)
    }
  }
console.log(`${phrases} refused phrases in ${files} files`)
process.exit(phrases === 0 ? 0 : 1)
