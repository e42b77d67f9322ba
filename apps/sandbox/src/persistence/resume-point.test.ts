import { emptySnapshot } from '@strikewise/exchange/snapshot/exchange-snapshot.ts'
import { epochFromIstText, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DEFAULT_START } from '../options.ts'
import { SavedStateError } from './journal-file.ts'
import type { SavedState } from './saved-state.ts'
import { rejectEarlierStart, resumePoint } from './resume-point.ts'

const folder = mkdtempSync(join(tmpdir(), 'where-left-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const clockFile = join(folder, 'day')
writeFileSync(clockFile, '2026-09-17\n')

/** Books of a market that was left at this instant. */
function left(text: string): SavedState {
  const at = epochFromIstText(text)
  return {
    exchange: emptySnapshot(at),
    clients: [],
    sessions: [],
    at,
    course: undefined,
    steps: [],
    bots: { bot: [], chat: [], message: [], botNumbers: [] },
  }
}

const begins = (books: SavedState | undefined, change: { start?: EpochMs; clockFile?: null } = {}) =>
  istText(resumePoint(books, { start: null, clockFile, ...change }, DEFAULT_START))
const usual = istText(DEFAULT_START).slice(11)

it.each([
  ['nothing is kept', undefined, `2026-09-18 ${usual}`],
  ['it was left in the session', left('2026-09-17 13:02:07'), '2026-09-17 13:02:07'],
  ['it was left before the open', left('2026-09-17 08:50:00'), '2026-09-17 08:50:00'],
  ['the session was over', left('2026-09-17 15:45:00'), `2026-09-18 ${usual}`],
])('when %s', (_when, books, start) => expect(begins(books)).toBe(start))

it('goes on where it was left without a clock file as well', () => {
  expect(begins(left('2026-09-17 15:45:00'), { clockFile: null })).toBe('2026-09-17 15:45:00')
  expect(begins(undefined, { clockFile: null })).toBe(istText(DEFAULT_START))
})

it('begins when it is configured to, but never before what the books have seen', () => {
  const start = epochFromIstText('2026-09-17 14:00:00')
  expect(begins(left('2026-09-17 13:00:00'), { start })).toBe('2026-09-17 14:00:00')
  expect(() => begins(left('2026-09-17 14:00:01'), { start })).toThrow(SavedStateError)
  expect(() => rejectEarlierStart(start, left('2026-09-17 14:00:01'))).toThrow(/begin later/)
  rejectEarlierStart(start, undefined)
})
