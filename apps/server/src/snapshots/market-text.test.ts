import { expect, it } from 'vitest'
import { MarketText } from './market-text.ts'
import { snapshotOf } from './snapshot.ts'

/** Texts one after the other, how often one was made a snapshot, and what could not be read. */
function source() {
  const seen = { made: 0, unreadable: 0 }
  let newest: MarketText | undefined
  const make = (text: string) => {
    seen.made += 1
    JSON.parse(text)
    return snapshotOf(text)
  }
  const put = (text: string) => {
    newest = new MarketText(text, make, () => (seen.unreadable += 1), newest)
    return newest
  }
  return { seen, put }
}

it('becomes a snapshot for its first reader, once', () => {
  const { seen, put } = source()
  put('[1]')
  const text = put('[2]')
  expect(seen.made).toBe(0)
  expect(text.read()?.json.toString()).toBe('[2]')
  expect(text.read()).toBe(text.read())
  expect(seen.made).toBe(1)
})

it('shows the text before where it cannot be read, and reports that once', () => {
  const { seen, put } = source()
  const before = put('[1]')
  const odd = put('[{')
  expect(odd.read()).toBe(before.read())
  expect(odd.read()).toBe(before.read())
  expect(seen.unreadable).toBe(1)
})

it('holds no more than the text before it', () => {
  const { seen, put } = source()
  put('[1]')
  put('[{')
  expect(put('[').read()).toBeUndefined()
  expect(seen.unreadable).toBe(2)
})
