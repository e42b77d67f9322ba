// @invariant I18
import { describe, expect, it } from 'vitest'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { StagedDay } from '../testing/day-fixture.ts'
import { MID, UNITS } from '../testing/facts-fixture.ts'
import { ENTRY, EXIT, STOP, entered, protectedDay } from '../testing/fixtures.ts'

const paise = (price: number) => price as Paise
const stop = (trigger: number): OrderTerms => ({
  kind: 'SL',
  quantity: UNITS,
  trigger: paise(trigger),
  price: paise(trigger - 100),
})
const texts = (day: StagedDay) => day.checker.violations.map(({ text }) => text)
const ended = (day: StagedDay) => {
  day.end()
  return texts(day)
}

const exiting = (day: StagedDay, exitReason: string) =>
  day.trade('t1', 'exiting', 'd1', { exitReason, direction: 'up', entryPrice: MID })
/** Its stop becomes the exit, and sells. */
const exited = (day: StagedDay, exitReason = 'user_exit') => {
  exiting(day, exitReason).modify('s1', EXIT).changed('s1', { orderType: 'LIMIT', quantity: UNITS })
  return day.filled('s1', UNITS, 14_900).known('s1', 'complete')
}

describe('an exit that was asked for', () => {
  const late = expect.stringMatching(/^trade t1 was not exited for \d+ ms after its user asked for it$/)
  const unsent = expect.stringMatching(/^no sale of trade t1 left for \d+ ms after its user asked for it$/)

  it('is under way soon after, by its row and by a sale that leaves', () => {
    const asked = () => protectedDay().asks({ kind: 'exit' })
    expect(ended(asked().wait(20_000))).toEqual(expect.arrayContaining([late, unsent]))
    const written = ended(exiting(asked(), 'user_exit').wait(20_000))
    expect(written).not.toContainEqual(late)
    expect(written).toContainEqual(unsent)
    const carriedOut = ended(exited(asked().wait(1_000)).wait(20_000))
    expect(carriedOut).not.toContainEqual(late)
    expect(carriedOut).not.toContainEqual(unsent)
  })

  it('waits for the store, for a process that leads and for the notification, and no longer', () => {
    const after = (ms: number, from: StagedDay) => ended(exited(from.wait(ms)).wait(1_000))
    const away = () => protectedDay().asks({ kind: 'exit' }).fault('store_down', 3, 'store')
    expect(after(20_000, away())).not.toContainEqual(late)
    expect(after(60_000, away())).toContainEqual(late)
    const down = () => protectedDay().asks({ kind: 'exit' }).down(30_000)
    expect(after(1_000, down())).not.toContainEqual(late)
    expect(after(30_000, down())).toContainEqual(late)
    const unheard = () => protectedDay().asks({ kind: 'exit' }, 10_000)
    expect(after(12_000, unheard())).not.toContainEqual(late)
    expect(after(20_000, unheard())).toContainEqual(late)
  })

  it('counts from when the rows have the trade as held', () => {
    const entered = (waitMs: number) => {
      const day = new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY).taken('e1', 'BUY', ENTRY)
      day.asks({ kind: 'exit' }).wait(10_000).filled('e1', UNITS, MID).trade('t1', 'open').wait(waitMs)
      return ended(exiting(day, 'user_exit').place('x1', 'SELL', EXIT).wait(1_000))
    }
    expect(entered(2_000)).not.toContainEqual(late)
    expect(entered(10_000)).toContainEqual(late)
  })

  it('is too late once its units are sold, whatever its user trades in the contract later, and no sooner', () => {
    const own = { kind: 'MARKET', quantity: UNITS } as const
    const trades = (day: StagedDay, side: 'BUY' | 'SELL') =>
      day.taken(`own ${side}`, side, own).filled(`own ${side}`, UNITS, 12_000, 't1', false)
    const after = (day: StagedDay) => {
      trades(day.asks({ kind: 'exit' }).wait(500), 'SELL')
      return ended(trades(day.wait(20_000), 'BUY').wait(100))
    }
    const sold = after(protectedDay().status('s1', 'OPEN').filled('s1', UNITS, 11_950).wait(1_000))
    expect(sold).not.toContainEqual(late)
    expect(sold).not.toContainEqual(unsent)
    // The user buys again what they sold of ours.
    expect(after(protectedDay())).not.toContainEqual(late)
    const held = protectedDay().asks({ kind: 'exit' }).wait(20_000)
    expect(ended(held.status('s1', 'OPEN').filled('s1', UNITS, 11_950).wait(100))).toContainEqual(unsent)
  })

  it('is no reason to sell another trade, and a reason that no user gave is none', () => {
    const unasked = 'trade t1 was exited for user_exit: its user did not ask for it'
    expect(ended(exited(protectedDay().asks({ kind: 'exit' })))).not.toContain(unasked)
    expect(ended(exited(protectedDay().asks({ kind: 'exit' }, 0, 't2')))).toContain(unasked)
    expect(ended(exited(protectedDay().asks({ kind: 'stop', price: paise(14_000) })))).toContain(unasked)
    expect(ended(exited(protectedDay()).wait(100).asks({ kind: 'exit' }))).toContain(unasked)
    // A process may read the row before it is notified of it.
    expect(ended(exited(protectedDay().asks({ kind: 'exit' }, 9_000)))).not.toContain(unasked)
    const operator = 'trade t1 was exited for operator_exit: no operator acts in a simulated day'
    expect(ended(exited(protectedDay().asks({ kind: 'exit' }), 'operator_exit'))).toContain(operator)
  })

  it('waits for what became of the stop, which a clock may date behind by a suspension that it does not show', () => {
    /** The rows have it 14 s after the call, by a clock that is 4 s behind since before the call or after it. */
    const doubted = (clockOffMs: number, waitMs: number, isBefore = false) => {
      const doubt = { state: 'in_doubt', since: new StagedDay().now, notBefore: new StagedDay().now, why: '' } as const
      const suspend = (day: StagedDay) => day.clockOff(clockOffMs).suspended(4_000).wait(100).readsOrders()
      const day = entered().known('e1', 'complete')
      if (isBefore) suspend(day)
      day.place('s1', 'SELL', STOP, { answer: undefined, outcome: doubt }).wait(2_000)
      if (isBefore) day.wait(4_100)
      else suspend(day)
      day.asks({ kind: 'exit' }).wait(7_900)
      day.settle('s1', { state: 'absent', at: (day.now - 4_000) as EpochMs })
      exiting(day, 'user_exit').wait(waitMs).place('x1', 'SELL', EXIT)
      return ended(day.wait(1_000))
    }
    expect(doubted(3_600_000, 2_500)).not.toContainEqual(unsent)
    expect(doubted(3_600_000, 3_500)).toContainEqual(unsent)
    expect(doubted(0, 2_500)).toContainEqual(unsent)
    expect(doubted(3_600_000, 2_500, true)).not.toContainEqual(unsent)
    expect(doubted(3_600_000, 3_500, true)).toContainEqual(unsent)
    expect(doubted(0, 2_500, true)).toContainEqual(unsent)
  })

  it('lets no further entry of its trade leave', () => {
    const again = (tradeId: string, waitMs = 1_000) => {
      const day = new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY).taken('e1', 'BUY', ENTRY)
      day.status('e1', 'CANCELLED').asks({ kind: 'exit' }, 0, tradeId).wait(waitMs).place('e2', 'BUY', ENTRY)
      return texts(day)
    }
    const left = 'entry e2 left after the exit of t1 was asked for'
    expect(again('t1')).toContain(left)
    expect(again('t1', 200)).not.toContain(left)
    expect(again('t2')).not.toContain(left)
  })
})

describe('a stop that its user has raised', () => {
  const asked = () => protectedDay().asks({ kind: 'stop', price: paise(13_000) })
  const under = 'the stop s1 left at 12000, under the 13000 its user asked for'

  it('never leaves lower again', () => {
    expect(texts(asked().wait(9_000).modify('s1', stop(13_000)))).toEqual([])
    expect(texts(asked().wait(9_000).modify('s1', stop(12_000)))).toContain(under)
    // What was planned before it was read may leave.
    expect(texts(asked().wait(1_000).modify('s1', stop(12_000)))).not.toContain(under)
    expect(texts(asked().wait(9_000).modify('s1', EXIT))).toEqual([])
    const ofAnother = protectedDay().asks({ kind: 'stop', price: paise(13_000) }, 0, 't2')
    expect(texts(ofAnother.wait(9_000).modify('s1', stop(12_000)))).not.toContain(under)
  })

  it('rises within seconds, or its trade is exited, unless the store, the books or the broker keep it from that', () => {
    const unraised = expect.stringMatching(/^the stop of trade t1 was not raised to 13000 for \d+ ms after/)
    const after = (ms: number, from: StagedDay) => ended(from.wait(ms).modify('s1', stop(13_000)).wait(1_000))
    expect(after(2_000, asked())).not.toContainEqual(unraised)
    expect(after(20_000, asked())).toContainEqual(unraised)
    expect(ended(asked().wait(2_000).modify('s1', stop(12_500)).wait(20_000))).toContainEqual(unraised)
    expect(ended(exited(asked().wait(2_000), 'stop_through').wait(20_000))).not.toContainEqual(unraised)
    expect(ended(asked().wait(2_000).status('s1', 'OPEN').filled('s1', UNITS, 11_950).wait(20_000))).not.toContainEqual(
      unraised,
    )
    expect(after(20_000, asked().fault('store_down', 3, 'store'))).not.toContainEqual(unraised)
    expect(after(60_000, asked().fault('store_down', 3, 'store'))).toContainEqual(unraised)
    expect(after(15_000, asked().fault('book_stale', 2))).not.toContainEqual(unraised)
    expect(after(60_000, asked().fault('book_stale', 2))).toContainEqual(unraised)
    expect(after(1_000, asked().going('s1').wait(20_000).status('s1', 'TRIGGER PENDING'))).not.toContainEqual(unraised)
    expect(after(20_000, asked().going('s1').wait(500).status('s1', 'TRIGGER PENDING'))).toContainEqual(unraised)
  })

  it('is fitted where it stands once the broker has refused to raise it', () => {
    const refused = { type: 'refused', code: 'other', text: 'Invalid request.' } as const
    const day = asked().modify('s1', stop(13_000), true, refused).wait(9_000)
    expect(texts(day.modify('s1', stop(12_000)))).not.toContain(under)
  })

  it('is not raised beyond what was asked and earned, nor for another trade', () => {
    const over = expect.stringMatching(/trigger at 13500, over/)
    expect(texts(asked().modify('s1', stop(13_500)))).toContainEqual(over)
    const most = () => protectedDay().asks({ kind: 'stop', price: paise(13_500) })
    expect(texts(most().modify('s1', stop(13_500)))).toEqual([])
    const ofAnother = protectedDay().asks({ kind: 'stop', price: paise(13_500) }, 0, 't2')
    expect(texts(ofAnother.modify('s1', stop(13_500)))).toContainEqual(over)
  })
})

describe('a target that its user has lowered', () => {
  const asked = () => protectedDay().asks({ kind: 'target', price: paise(15_300) })
  const missed = expect.stringMatching(/^trade t1 was not exited though 15305 was bid for \d+ ms$/)

  it('is taken where it is bid for long enough', () => {
    expect(ended(asked().bid(15_400).wait(20_000))).toContainEqual(missed)
    expect(ended(exited(asked().bid(15_400).wait(2_000), 'target').wait(20_000))).not.toContainEqual(missed)
    expect(ended(asked().bid(15_400).wait(2_000).bid(MID).wait(20_000))).not.toContainEqual(missed)
    expect(ended(asked().bid(15_250).wait(20_000))).not.toContainEqual(missed)
    expect(ended(asked().fault('feed_silent', 4, 'feed').bid(15_400, false).wait(20_000))).not.toContainEqual(missed)
    expect(ended(protectedDay().bid(15_400).wait(20_000))).toEqual(ended(protectedDay().wait(20_000)))
  })

  it('is a reason for an exit from then on, for its own trade and at its own price', () => {
    const untrue = expect.stringMatching(/^trade t1 was exited for target: the best bid was/)
    expect(ended(exited(asked().bid(15_400).wait(1_000), 'target'))).not.toContainEqual(untrue)
    expect(ended(exited(asked().bid(15_200).wait(1_000), 'target'))).toContainEqual(untrue)
    expect(ended(exited(protectedDay().bid(15_400).wait(1_000), 'target'))).toContainEqual(untrue)
    const ofAnother = protectedDay().asks({ kind: 'target', price: paise(15_300) }, 0, 't2')
    expect(ended(exited(ofAnother.bid(15_400).wait(1_000), 'target'))).toContainEqual(untrue)
  })
})
