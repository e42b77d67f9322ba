// @invariant foreign-trades-count
// @invariant foreign-orders-untouched
import { addDays } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import type { AccountFacts } from '../account-facts.ts'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, DAY, rs, Scenario } from '../testing/scenario.ts'

const OTHER = 'NIFTY26D0124100PE'
const MINUTE = 60_000

interface Limits {
  readonly mode?: 'live' | 'paper'
  readonly account?: Partial<AccountFacts['risk']['account']>
}

function scenario({ mode = 'live', account = {} }: Limits = {}): Scenario {
  const s = new Scenario({ liveTrading: true })
  s.facts((facts) => ({
    ...facts,
    link: { ...facts.link, mode, egressAddress: '203.0.113.7' },
    risk: { ...facts.risk, account: { ...facts.risk.account, ...account } },
  }))
  return s
}

/** The user buys at the ask and sells at the bid, ₹`loss` a unit lower, in a contract of no trade of ours. */
async function loseManually(s: Scenario, loss: number, units = 650): Promise<void> {
  s.price(149.9, 150.1)
  s.broker.tradeManually('BUY', OTHER, 'NRML', units)
  s.price(150.1 - loss, 150.3 - loss)
  s.broker.tradeManually('SELL', OTHER, 'NRML', units)
  s.price(149.9, 150.1)
  await s.run(5_000)
}

const rowOf = (s: Scenario) =>
  s.store
    .journalOf(ACCOUNT)
    .flatMap(({ change }) => (change.type === 'foreign_trades' ? [change.day] : []))
    .at(-1)

describe('trades of the user’s own', () => {
  it('close our trade and lock the day once both together reach the loss limit, and are left alone', async () => {
    const s = await opened(scenario())
    const before = s.broker.calls.length
    s.broker.tradeManually('BUY', OTHER, 'NRML', 6_500)
    await s.run(3_000)
    expect(s.trade.state).toBe('open')
    s.price(145.9, 146.1)
    await s.run(8_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'day_cap' })
    const own = new Set(
      s.store.intentsOf(ACCOUNT).flatMap(({ outcome }) => ('orderId' in outcome ? [outcome.orderId] : [])),
    )
    for (const call of s.broker.calls.slice(before)) if (call.orderId !== undefined) expect(own).toContain(call.orderId)
    expect(rowOf(s)).toMatchObject({ on: DAY, trades: { begun: 1, closed: [] } })
  })

  it('hold an entry back once they alone have reached the loss limit', async () => {
    const s = await scenario().start()
    await loseManually(s, 40)
    s.decide()
    await s.run(3_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ message: { code: 'refusal.day_locked.loss_cap' } }])
  })

  it('count as trades of the day, as losses in a row and for the pause after a loss', async () => {
    for (const [account, code] of [
      [{ tradesPerDay: 1 }, 'refusal.trades_per_day'],
      [{ lossesInRow: 1 }, 'refusal.day_locked.losing_streak'],
      [{ lossPauseMinutes: 30 }, 'refusal.loss_pause'],
    ] as const) {
      const s = await scenario({ account }).start()
      await loseManually(s, 1)
      s.decide()
      await s.run(3_000)
      expect([code, s.placed('BUY').length]).toEqual([code, 0])
      expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ message: { code } }])
    }
  })

  it('count in the week that they were made in', async () => {
    const s = await scenario({ account: { weeklyLoss: rs(5_000) } }).start()
    s.store.seed(ACCOUNT, [
      {
        type: 'foreign_trades',
        day: {
          on: addDays(DAY, -1),
          at: 0 as never,
          trades: {
            begun: 1,
            closed: [{ closedAt: 0 as never, net: rs(-6_000) }],
            openAtLast: rs(0),
            exitCharges: rs(0),
          },
        },
      },
    ])
    s.decide()
    await s.run(3_000)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ message: { code: 'refusal.weekly_loss', lost: rs(6_000) } }])
  })

  it('of today count in the week as well', async () => {
    const s = await scenario({ account: { weeklyLoss: rs(5_000) } }).start()
    await loseManually(s, 10)
    s.decide()
    await s.run(3_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ message: { code: 'refusal.weekly_loss', limit: rs(5_000) } }])
  })

  it('count for nothing while paper is traded, nor in other contracts', async () => {
    const paper = await scenario({ mode: 'paper', account: { tradesPerDay: 1 } }).start()
    await loseManually(paper, 1)
    const share = await scenario({ account: { tradesPerDay: 1 } }).start()
    share.broker.tradeManually('BUY', 'RELIANCE26NOV1500CE', 'NRML', 500)
    await share.run(5_000)
    for (const s of [paper, share]) {
      s.decide()
      await s.run(3_000)
      expect(s.placed('BUY')).toHaveLength(1)
    }
  })

  it.each([0, 4_000])('do not count a sale of what the product bought, positions %i ms late', async (lateMs) => {
    const s = scenario({ account: { tradesPerDay: 2 } })
    const positions = s.broker.positions.bind(s.broker)
    let frozenUntil = 0
    let shown: ReturnType<typeof positions> | undefined
    s.broker.positions = () => {
      if (shown === undefined || s.clock.now() >= frozenUntil) shown = positions()
      return shown
    }
    await opened(s, 5_000)
    frozenUntil = s.clock.now() + lateMs
    s.broker.tradeManually('SELL', s.trade.contract.tradingsymbol, 'MIS', s.trade.quantity)
    await s.run(20_000)
    expect(s.trade.state).toBe('closed')
    expect(rowOf(s)).toBeUndefined()
  })

  it('hold entries back while the order book shows a trade that the trade book does not show yet', async () => {
    const s = await scenario({ account: { tradesPerDay: 1 } }).start()
    const trades = s.broker.trades.bind(s.broker)
    s.broker.trades = async () => ({ ok: true, value: [] })
    s.broker.tradeManually('BUY', OTHER, 'NRML', 65)
    await s.run(6_000)
    s.decide()
    await s.run(1_000)
    expect(s.placed('BUY')).toEqual([])
    s.broker.trades = trades
    await s.run(5_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ message: { code: 'refusal.trades_per_day' } }])
  })

  it('are known after a restart before the books were read again', async () => {
    const s = await scenario({ account: { tradesPerDay: 1 } }).start()
    await loseManually(s, 1)
    const before = rowOf(s)
    s.kill()
    s.broker.trades = () => new Promise(() => undefined)
    await s.start()
    await s.run(MINUTE)
    s.decide()
    await s.run(3_000)
    expect(s.placed('BUY')).toEqual([])
    expect(rowOf(s)).toEqual(before)
  })
})
