import { emptyBooks } from '@strikewise/exchange/books/exchange-books.ts'
import { epochFromIstText, istText } from '@strikewise/domain/time/ist.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BooksError } from './books/journal-file.ts'
import type { KeptBooks } from './books/kept-books.ts'
import { marketName, openMarket } from './market-source.ts'
import { DEFAULT_START, defaultOptions, type SandboxOptions } from './options.ts'

const folder = mkdtempSync(join(tmpdir(), 'market-source-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const clockFile = join(folder, 'day')
writeFileSync(clockFile, '2026-09-17\n')

/** Books of a market that was left at this instant. */
function left(text: string): KeptBooks {
  const at = epochFromIstText(text)
  return { exchange: emptyBooks(at), clients: [], sessions: [], at }
}

const beginsAt = (books: KeptBooks | undefined, change: Partial<SandboxOptions> = {}) => {
  const options = { ...defaultOptions(), clockFile, ...change }
  const wall = () => epochFromIstText('2026-09-17 11:00:00')
  return istText(openMarket(options, () => 0, wall, books).now())
}
const usual = istText(DEFAULT_START).slice(11)

describe('a market with kept books', () => {
  it.each([
    ['nothing is kept', undefined, `2026-09-18 ${usual}`],
    ['it was left in the session', left('2026-09-17 13:02:07'), '2026-09-17 13:02:07'],
    ['it was left before the open', left('2026-09-17 08:50:00'), '2026-09-17 08:50:00'],
    ['the session was over', left('2026-09-17 15:45:00'), `2026-09-18 ${usual}`],
  ])('when %s', (_when, books, start) => expect(beginsAt(books)).toBe(start))

  it('goes on where it was left without a clock file as well', () =>
    expect(beginsAt(left('2026-09-17 15:45:00'), { clockFile: null })).toBe('2026-09-17 15:45:00'))

  it('begins when it is told to, but never before what the books have seen', () => {
    const start = epochFromIstText('2026-09-17 14:00:00')
    expect(beginsAt(left('2026-09-17 13:00:00'), { start })).toBe('2026-09-17 14:00:00')
    expect(() => beginsAt(left('2026-09-17 14:00:01'), { start })).toThrow(BooksError)
  })

  it('of the world begins at the world’s time, and never before what the books have seen', () => {
    const follow = { follow: 'http://127.0.0.1:1/kite', followTicker: 'ws://127.0.0.1:1/ticker' }
    expect(beginsAt(left('2026-09-16 15:00:00'), follow)).toBe('2026-09-17 11:00:00')
    expect(() => beginsAt(left('2026-09-17 11:00:01'), follow)).toThrow(/begin later/)
  })

  it('has a name that tells it from others', () => {
    const base = defaultOptions()
    const names = [
      base,
      { ...base, seed: 'another' },
      { ...base, replay: 'bars.csv' },
      { ...base, follow: 'http://127.0.0.1:1/kite' },
    ].map(marketName)
    expect(new Set(names).size).toBe(names.length)
  })
})
