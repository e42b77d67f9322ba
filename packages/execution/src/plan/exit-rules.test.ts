import { MINUTE_MS, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../config.ts'
import { CALL, DAY, rs } from '../testing/scenario.ts'
import { exitReasonFor, nextExitCheck, type ExitInput } from './exit-rules.ts'
import type { HeldTrade } from '../trade/trade.ts'
import { UNBOUNDED } from '../trade/trade-instruction.ts'

const enteredAt = istInstant(DAY, 10)
const session = DEFAULT_CONFIG.calendar.sessionOn(DAY)!
/** Bought at ₹150 with a risk of ₹30: without trailing the target is ₹210. */
const trade: HeldTrade = {
  state: 'open',
  id: 't1',
  accountId: 'u1',
  userId: 'u1',
  mode: 'paper',
  on: DAY,
  decisionId: 'd1',
  direction: 'up',
  contract: CALL,
  product: 'MIS',
  lots: 1,
  quantity: 65,
  entrySettings: { slBuffer: rs(10), trailing: false, stopDistance: rs(30), firstMid: rs(150) },
  createdAt: enteredAt,
  manualExitQuantity: 0,
  enteredAt,
  entryPrice: rs(150),
  risk: rs(30),
  trigger: rs(120),
  bestBid: rs(150),
}
const quiet: ExitInput = {
  now: enteredAt,
  session,
  quote: undefined,
  decisions: [],
  bounds: UNBOUNDED,
  dayExit: undefined,
}
const after = (minutes: number) => (enteredAt + minutes * MINUTE_MS) as EpochMs
const bid = (rupees: number): ExitInput['quote'] => ({
  bid: rs(rupees),
  ask: rs(rupees + 0.2),
  last: rs(rupees),
  askQuantity: 1_000,
  receivedAt: enteredAt,
})
/** Evaluations a minute apart, the newest first. */
const scores = (...list: number[]): ExitInput['decisions'] =>
  list.map((score, i) => ({ barEnd: after(list.length - i), score, spike: 0 }))
const spiked = (spike: number, barEnd = after(1)): ExitInput['decisions'] => [{ barEnd, score: 0.5, spike }]
/** Of a ticket. */
const manual: HeldTrade = { ...trade, origin: 'manual' }
const progress = { ...trade, bestBid: rs(165) }

describe('a position', () => {
  it.each<[when: string, of: HeldTrade, change: Partial<ExitInput>, reason: string | undefined]>([
    ['nothing speaks against it', trade, { quote: bid(150) }, undefined],
    ['the score turns against a manual trade', manual, { now: after(5), decisions: scores(-0.9, -0.9) }, undefined],
    ['the index jumps against a manual trade', manual, { now: after(5), decisions: spiked(-9) }, undefined],
    ['a manual trade has gone nowhere for long', manual, { now: after(45), quote: bid(150) }, undefined],
    ['a manual trade was held for its longest time', manual, { now: after(90), quote: bid(150) }, 'time'],
    ['a manual trade reaches its target', manual, { quote: bid(210) }, 'target'],
    ['the square-off of a manual trade has come', manual, { now: istInstant(DAY, 15, 5) }, 'square_off'],
    ['the day’s cap is reached', trade, { dayExit: 'day_cap' }, 'day_cap'],
    ['the day’s profit is locked', trade, { dayExit: 'profit_lock' }, 'profit_lock'],
    ['the square-off has come', trade, { now: istInstant(DAY, 15, 5) }, 'square_off'],
    ['the square-off is a moment off', progress, { now: (istInstant(DAY, 15, 5) - 1) as EpochMs }, 'time'],
    [
      'its fill was dated by a clock that was hours behind',
      { ...trade, enteredAt: (enteredAt - 360 * MINUTE_MS) as EpochMs },
      { now: after(1) },
      undefined,
    ],
    ['there is no session', trade, { session: undefined }, undefined],
    ['the target is bid', trade, { quote: bid(210) }, 'target'],
    ['a tick less is bid', trade, { quote: bid(209.95) }, undefined],
    ['the target that its user lowered is bid', { ...trade, target: rs(170) }, { quote: bid(170) }, 'target'],
    ['its own target is lower than that of its user', { ...trade, target: rs(300) }, { quote: bid(210) }, 'target'],
    ['two scores in a row are against it', trade, { decisions: scores(-0.2, -0.25, 0.5) }, 'score'],
    ['the index jumps against it', trade, { decisions: spiked(-7.1) }, 'spike'],
    ['the index jumps its way', trade, { decisions: spiked(7.1) }, undefined],
    ['a jump against it is no larger than 7', trade, { decisions: spiked(-7) }, undefined],
    ['the index had jumped before its entry', trade, { decisions: spiked(-9, enteredAt) }, undefined],
    ['one score is against it', trade, { decisions: scores(-0.5) }, undefined],
    ['two scores are just as far against it', trade, { decisions: scores(-0.25, -0.2) }, 'score'],
    ['the older of two is not', trade, { decisions: scores(-0.5, -0.19) }, undefined],
    ['the newer of two is not', trade, { decisions: scores(-0.19, -0.5) }, undefined],
    [
      'those were before the entry',
      trade,
      {
        decisions: [
          { barEnd: after(1), score: -0.5, spike: 0 },
          { barEnd: enteredAt, score: -0.5, spike: 0 },
        ],
      },
      undefined,
    ],
    [
      'it was bought for a fall, and both point up',
      { ...trade, direction: 'down' },
      { decisions: scores(0.3, 0.3) },
      'score',
    ],
    ['half an hour brought nothing', trade, { now: after(30) }, 'time'],
    ['half an hour is not over', trade, { now: (after(30) - 1) as EpochMs }, undefined],
    ['half an hour brought half of R', progress, { now: after(30) }, undefined],
    ['the bid is at half of R now', trade, { now: after(30), quote: bid(165) }, undefined],
    ['the engine still speaks for it', trade, { now: after(30), decisions: scores(0.1) }, undefined],
    ['the engine hardly speaks for it', trade, { now: after(30), decisions: scores(0.09) }, 'time'],
    ['an hour and a half is over, whatever it brought', progress, { now: after(90), decisions: scores(0.9) }, 'time'],
    ['an hour and a half is not over', progress, { now: (after(90) - 1) as EpochMs }, undefined],
  ])('when %s', (_when, of, change, reason) => {
    expect(exitReasonFor(of, { ...quiet, ...change })).toBe(reason)
  })

  it('is exited for the most serious reason', () => {
    const all = { now: istInstant(DAY, 15, 5), quote: bid(210), decisions: scores(-1, -1) }
    const asked = { ...all, dayExit: 'day_cap' as const, bounds: { ...UNBOUNDED, exit: 'user_exit' as const } }
    expect(exitReasonFor(trade, { ...quiet, ...asked })).toBe('user_exit')
    expect(exitReasonFor(trade, { ...quiet, ...all, dayExit: 'day_cap' })).toBe('day_cap')
    expect(exitReasonFor(trade, { ...quiet, ...all })).toBe('square_off')
    expect(exitReasonFor(trade, { ...quiet, ...all, now: after(90) })).toBe('target')
    expect(exitReasonFor(trade, { ...quiet, ...all, now: after(90), quote: undefined })).toBe('score')
  })

  it('is checked again when the clock may bring a reason', () => {
    expect(nextExitCheck(trade, enteredAt, session)).toBe(after(30))
    expect(nextExitCheck(trade, after(30), session)).toBe(after(90))
    expect(nextExitCheck(trade, after(90), session)).toBe(istInstant(DAY, 15, 5))
    expect(nextExitCheck(trade, istInstant(DAY, 15, 5), session)).toBeUndefined()
  })
})
