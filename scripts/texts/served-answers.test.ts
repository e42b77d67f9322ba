import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { texts as ofAccount } from '../../apps/web/src/served-texts/account.ts'
import { texts as ofTrading } from '../../apps/web/src/served-texts/trading.ts'
import { ROOT } from '../command.ts'
import { sentencesOf, type Sentence } from './sentences.ts'

/*
 * Whatever the server puts into the list of notifications is shown on some screen. The files that can do so are found by what
 * they call, so a new one is read from its first day on.
 */
const listed = [...ofAccount, ...ofTrading]
const TELLS = /\btell\(/
/** How the execution core comes to an alarm that its user can read. */
const RAISES = /\.raise\(|\.broken\(|type: 'alarm',|kind: 'alarm',|blockingSellOrder/
/** What goes to the operator's log, or stands in the journal, and to no user. */
const FOR_LOGS =
  /^(Another executor has taken|Neither the store nor|The store lacked … rows|The notification|… changes of batch|… could not be stored and was set)/

const sources = globSync('apps/server/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
  .toSorted((a, b) => a.file.localeCompare(b.file))

const missing = (sentences: readonly Sentence[], texts = listed) =>
  sentences.filter(({ shape }) => !texts.some((text) => shape.test(text))).map(({ line, text }) => `${line}: ${text}`)

describe('lists for translation', () => {
  const speaking = sources.filter(({ file, source }) => TELLS.test(source) || file.includes('/alerts/sources/'))
  it.each(speaking)('what $file tells', ({ file, source }) => {
    expect(missing(sentencesOf(file, source))).toEqual([])
  })

  it('what the execution core tells, the end of the day added', () => {
    const file = 'packages/execution/src/account/trade-notifications.ts'
    const whole = ofAccount.flatMap((text) => [text, text.replace(' No more entries until the next session.', '')])
    expect(missing(sentencesOf(file, readFileSync(join(ROOT, file), 'utf8')), whole)).toEqual([])
  })

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
