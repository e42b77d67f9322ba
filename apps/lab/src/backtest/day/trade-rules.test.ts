import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { exitReasonFor, type ExitInput } from '@strikewise/execution/plan/exit-rules.ts'
import { UNBOUNDED } from '@strikewise/execution/trade/trade-instruction.ts'
import type { HeldTrade } from '@strikewise/execution/trade/trade.ts'
import { describe, expect, it } from 'vitest'
import { allowEntry, exitRuleOf, PRODUCT_RULES } from './trade-rules.ts'

const day = istDate('2022-09-14')
const enteredAt = istInstant(day, 10, 0)
const trade = {
  state: 'open',
  origin: 'engine',
  direction: 'up',
  enteredAt,
  createdAt: enteredAt,
  entryPrice: 10_000,
  risk: 2_000,
  trigger: 8_000,
  bestBid: 10_000,
  quantity: 65,
  contract: { tickSize: 5, expiry: istDate('2022-09-15') },
  entrySettings: { trailing: false },
} as unknown as HeldTrade

const input = (minutes: number, bid: number, scores: readonly number[] = []): ExitInput => ({
  now: (enteredAt + minutes * MINUTE_MS) as EpochMs,
  session: nseCalendar.sessionOn(day),
  quote: { bid: bid as Paise, ask: bid as Paise, last: bid as Paise, askQuantity: 1, receivedAt: enteredAt },
  decisions: scores.map((score, i) => ({ barEnd: (enteredAt + (9 - i) * MINUTE_MS) as EpochMs, score, spike: 0 })),
  bounds: UNBOUNDED,
  dayExit: undefined,
})

describe('rules of a candidate', () => {
  it('are the execution core itself where nothing of the exits differs', () => {
    expect(exitRuleOf(PRODUCT_RULES)).toBe(exitReasonFor)
    expect(exitRuleOf({ ...PRODUCT_RULES, stopFactor: 2, firstEntryMinute: 630 })).toBe(exitReasonFor)
  })

  it.each([
    ['target 1 R', { targetR: 1 }, input(5, 12_000), undefined, 'target'],
    ['no target', { targetR: 0 }, input(5, 15_000), 'target', undefined],
    ['target 3 R', { targetR: 3 }, input(5, 16_000), 'target', 'target'],
    ['no score exit', { scoreExit: false }, input(10, 10_000, [-0.5, -0.5]), 'score', undefined],
    ['no score exit, no gain', { scoreExit: false }, input(31, 10_000, [-0.5, -0.5]), 'score', 'time'],
    ['no exit without gain', { staleExit: false }, input(31, 10_000), 'time', undefined],
    ['longest 45 minutes', { longestMinutes: 45 }, input(46, 13_000, [0.5, 0.5]), undefined, 'time'],
    ['held on', { longestMinutes: 0, staleExit: false }, input(120, 10_000), 'time', undefined],
    [
      'squared off',
      { longestMinutes: 0, staleExit: false, targetR: 0 },
      input(305, 99_000),
      'square_off',
      'square_off',
    ],
  ] as const)('%s', (_what, changed, given, own, reason) => {
    expect(exitReasonFor(trade, given)).toBe(own)
    expect(exitRuleOf({ ...PRODUCT_RULES, ...changed })(trade, given)).toBe(reason)
  })

  it('allow entries between their minutes alone', () => {
    const rules = { ...PRODUCT_RULES, firstEntryMinute: 630 }
    expect(allowEntry(rules, day, istInstant(day, 10, 29))).toBe(false)
    expect(allowEntry(rules, day, istInstant(day, 10, 30))).toBe(true)
    expect(allowEntry(rules, day, istInstant(day, 14, 45))).toBe(false)
  })
})
