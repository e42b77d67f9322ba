// Refuses a sentence in a string of the inner packages, which give messages (a code with figures), and two messages with the
// same English text. Exempt: tests, what an error is made with, and the broker's own words below.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOGUES } from '../../packages/messages/src/catalogues.ts'
import { ROOT } from '../command.ts'
import { proseIn } from '../texts/prose.ts'
import { differentAfterAll, sameTexts } from '../texts/same-texts.ts'

const INNER = 'packages/{domain,execution,exchange,signals,plans,public-log}/src/**/*.ts'
const TESTS = /\.test\.ts$|\/testing\//
/** What the broker answers in its own words, quoted from its protocol: no text of ours. */
const QUOTED = new Set(['packages/exchange/src/orders/rejections.ts'])

const files = globSync(INNER, { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !TESTS.test(file) && !QUOTED.has(file))
  .toSorted()
const sentences = files.flatMap((file) =>
  proseIn(file, readFileSync(join(ROOT, file), 'utf8')).map(({ line, text }) => `${file}:${line}  ${text}`),
)
const same = [
  ...sameTexts(CATALOGUES.en).map((codes) => `one text of ${codes.join(', ')}`),
  ...differentAfterAll(CATALOGUES.en).map((codes) => `no longer one text: ${codes.join(', ')}`),
]
for (const line of [...sentences, ...same]) console.log(line)
console.log(`${sentences.length} sentences in ${files.length} files, ${same.length} messages that are not one`)
process.exit(sentences.length + same.length === 0 ? 0 : 1)
