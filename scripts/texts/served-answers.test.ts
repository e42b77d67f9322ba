import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { texts as ofAccount } from '../../apps/web/src/served-texts/account.ts'
import { texts as ofTrading } from '../../apps/web/src/served-texts/trading.ts'
import { ROOT } from '../command.ts'
import { sentencesOf, type Sentence } from './sentences.ts'

/*
 * The alarms of the execution core are shown in the list of notifications. The files that raise one are found by what they
 * call, so a new one is read from its first day on.
 */
const listed = [...ofAccount, ...ofTrading]
/** How the execution core comes to an alarm that its user can read. */
const RAISES = /\.raise\(|\.broken\(|type: 'alarm',|kind: 'alarm',|blockingSellOrder/
/** What goes to the operator's log, or stands in the journal, and to no user. */
const FOR_LOGS =
  /^(Another executor has taken|Neither the store nor|The store lacked … rows|The notification|… changes of batch|… could not be stored and was set)/

const missing = (sentences: readonly Sentence[], texts = listed) =>
  sentences.filter(({ shape }) => !texts.some((text) => shape.test(text))).map(({ line, text }) => `${line}: ${text}`)

describe('lists for translation', () => {
  const alarming = globSync('packages/execution/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
    .filter(({ source }) => RAISES.test(source))
    .toSorted((a, b) => a.file.localeCompare(b.file))
  it.each(alarming)('what $file raises as an alarm', ({ file, source }) => {
    // A sentence that begins with a blank goes on from another, with which it is listed.
    const read = sentencesOf(file, source).filter(({ text }) => !text.startsWith(' ') && !FOR_LOGS.test(text))
    expect(missing(read)).toEqual([])
  })
})

it('reads what is put together, and no mail', () => {
  const source =
    "tell(tx, `It is ${b} o’clock. ` + 'Try later.'); enqueueMail(tx, ['We paid.']); new Error('No, not it.')"
  const [only, ...others] = sentencesOf('a.ts', source)
  expect([only?.text, others]).toEqual(['It is … o’clock. Try later.', []])
  expect(missing([only!], ['It is {0} o’clock. Try later.'])).toEqual([])
  expect(missing([only!], ['It is {0} o’clock.'])).toHaveLength(1)
})
