import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, Scenario } from '../testing/scenario.ts'

const HOUR = 3_600_000
const codes = (s: Scenario) => s.alarms.map((alarm) => alarm.split(':')[0])

/** An open trade of which the store has lost everything but its own row, and a new process that reads what is left. */
async function lost(): Promise<Scenario> {
  const s = await opened()
  s.kill()
  // The trade's own row was written again by the process that remembered the rest, after the store had lost its newest commits.
  const rows = s.store.account(ACCOUNT)
  for (const table of [rows.intents, rows.tags, rows.orders, rows.fills]) table.clear()
  return s.start()
}

describe('a trade whose entry the store has lost (F44)', () => {
  it.each<[when: string, then: (s: Scenario) => Promise<void>]>([
    ['its target is reached', async (s) => s.price(400, 400.2)],
    ['the day ends', (s) => s.run(5.4 * HOUR)],
  ])('is not taken for sold manually when %s', async (_when, then) => {
    const s = await lost()
    await then(s)
    await s.run(10_000)
    expect([s.broker.net(), s.trade.state]).toEqual([65, 'open'])
    expect(s.store.notifications.map(({ kind }) => kind)).not.toContain('trade_closed')
  })

  it('is not taken for sold manually while it was exiting', async () => {
    const s = await lost()
    const { trade } = s
    if (trade.state !== 'open') throw new Error('the trade is not open')
    s.kill()
    s.store
      .account(ACCOUNT)
      .trades.set(trade.id, { ...trade, state: 'exiting', exitReason: 'target', exitSince: s.clock.now() })
    await s.start()
    await s.run(10_000)
    expect([s.broker.net(), s.trade.state]).toEqual([65, 'exiting'])
  })

  it('is closed the next day without a result, and its user is notified', async () => {
    const s = await lost()
    s.kill()
    await s.clock.advance(24 * HOUR)
    await s.start()
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'square_off', result: null })
    expect(codes(s)).toContain('not_reconciled')
  })
})

/** Changes what the store has as the process ends, and starts another one. Tags are made as in production. */
async function restarted(change: (s: Scenario) => void, s = new Scenario()): Promise<Scenario> {
  s.idLength = 17
  s.store.commits = []
  await opened(s, 6_000)
  s.kill()
  change(s)
  return s.start()
}

/** The store lacks every intent, order and fill; the trade stands as it was before it had filled. */
function losesAllButTheIntent(s: Scenario): void {
  const rows = s.store.account(ACCOUNT)
  for (const table of [rows.intents, rows.tags, rows.orders, rows.fills]) table.clear()
  rows.trades.set(s.trade.id, { ...s.trade, state: 'entering' })
}

/** The position is held under its one stop, and is sold by it. */
async function expectManaged(s: Scenario): Promise<void> {
  await s.run(15_000)
  expect([s.trade.state, s.broker.net(), s.broker.liveSellUnits(), s.placed('BUY').length]).toEqual(['open', 65, 65, 1])
  s.price(110.5, 110.7)
  await s.run(10_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop', traded: 65 })
  expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
}

describe('an order of ours whose intent the store has lost, found by its tag (F44)', () => {
  it('is the entry of a trade that no row shows as filled: it is held and protected (I1)', async () => {
    const s = await restarted(losesAllButTheIntent)
    expect(codes(s)).toEqual(['order_restored'])
    await expectManaged(s)
  })

  it('is the entry and the stop of a trade of which the store has the newest row alone', async () => {
    await expectManaged(
      await restarted((s) => {
        const rows = s.store.account(ACCOUNT)
        for (const table of [rows.intents, rows.tags, rows.orders, rows.fills]) table.clear()
      }),
    )
  })

  it('is the stop, and no other one is placed beside it (I11)', async () => {
    const s = await restarted(({ store }) => void store.loseNewest(store.commits!.length - 3))
    expect(codes(s)).toEqual(['order_restored'])
    expect(s.placed('SELL')).toHaveLength(1)
    await expectManaged(s)
  })

  it('has filled on the second try, and no third one follows (I2)', async () => {
    const s = new Scenario()
    s.broker.failNext('buy', { type: 'refuse', code: 'rate_limited' })
    await restarted(({ store }) => {
      const rows = store.account(ACCOUNT)
      const [first] = rows.intents.values()
      losesAllButTheIntent(s)
      rows.intents.set(first!.id, first!)
    }, s)
    await s.run(5_000)
    expect([s.trade.state, s.placed('BUY').length, s.broker.liveSellUnits()]).toEqual(['open', 1, 65])
  })

  it('holds the entries of the day: other rows may be lost', async () => {
    const s = await restarted(losesAllButTheIntent)
    s.decide({ id: 'second' })
    await s.run(5_000)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'invariant_broken' }])
  })

  it('is held and protected though the books show it late', async () => {
    const s = new Scenario()
    await restarted(() => {
      losesAllButTheIntent(s)
      for (const { orderId } of s.broker.book()) s.broker.hidden.add(orderId)
    }, s)
    await s.run(15_000)
    expect(s.trade).toMatchObject({ state: 'abandoned', why: 'never_sent' })
    s.broker.hidden.clear()
    await s.run(2_000)
    expect([s.trade.state, s.broker.liveSellUnits(), s.placed('SELL').length]).toEqual(['open', 65, 1])
  })
})

describe('a process that still knows the rows its store has lost (F44)', () => {
  /** An open trade under its stop, and a store that has lost every row of it. */
  async function remembered(): Promise<Scenario> {
    const s = new Scenario()
    s.store.commits = []
    await opened(s)
    s.store.loseNewest(100)
    expect(s.store.tradesOf(ACCOUNT)).toEqual([])
    return s
  }

  it('writes them again before another entry is judged', async () => {
    const s = await remembered()
    s.decide({ id: 'second' })
    await s.run(5_000)
    expect([s.placed('BUY').length, s.trade.state]).toEqual([1, 'open'])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ decisionId: 'second', code: 'active_trade_limit' }])
    expect(codes(s)).toEqual(['rows_lost'])
  })

  it('writes them again with the next change, so that a successor finds them', async () => {
    const s = await remembered()
    s.price(220, 220.2)
    await s.run(5_000)
    s.kill()
    await s.start()
    await s.run(5_000)
    expect([s.trade.state, s.broker.liveSellUnits(), s.placed('SELL').length]).toEqual(['open', 65, 1])
    s.price(500, 500.2)
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target', traded: 65 })
    expect(codes(s)).toEqual(['rows_lost'])
  })

  it('leaves out what the store would not take', async () => {
    const s = new Scenario()
    s.store.commits = []
    s.store.rejects = (_account, _batch, change) => (change.type === 'fill' ? 'simulated_check' : undefined)
    await opened(s)
    s.store.loseNewest(100)
    s.price(220, 220.2)
    await s.run(5_000)
    expect(s.trade.state).toBe('open')
    expect(codes(s).filter((code) => code === 'row_rejected')).toHaveLength(1)
  })
})

describe('a store that has lost the rows that an offline journal goes on from (F44)', () => {
  /** An open trade whose exit only the file knows, as its process ends and the store has lost every row. */
  async function journaled(): Promise<Scenario> {
    const s = new Scenario()
    s.store.commits = []
    await opened(s)
    s.store.fault = () => 'fail'
    s.price(290, 290.2)
    await s.run(3_000)
    s.kill()
    s.store.loseNewest(100)
    s.store.fault = () => undefined
    return s
  }

  it('takes them from the file, and the trade is kept with its result', async () => {
    const s = await journaled()
    await s.start()
    await s.run(10_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target', traded: 65 })
    expect(s.trade.state === 'closed' && s.trade.result).not.toBeNull()
    expect(s.store.fillsOf(ACCOUNT).map(({ side }) => side)).toEqual(['BUY', 'SELL'])
    expect([codes(s), s.offlineJournal]).toEqual([['rows_lost'], []])
    expect(s.store.tradesOf(ACCOUNT)).toHaveLength(1)
  })

  it('takes them once, though the answer to that is lost and the process ends', async () => {
    const s = await journaled()
    s.store.fault = () => 'commit_then_fail'
    await s.start()
    const { length } = s.store.journalOf(ACCOUNT)
    expect(length).toBeGreaterThan(0)
    s.kill()
    s.store.fault = () => undefined
    await s.start()
    const ids = s.store.journalOf(ACCOUNT).map(({ batchId }) => batchId)
    const known = ids.findIndex((id) => id.endsWith('/known'))
    expect(ids.filter((id) => id === ids[known])).toHaveLength(ids.lastIndexOf(ids[known]!) - known + 1)
    await s.run(10_000)
    expect([s.trade.state, s.broker.net()]).toEqual(['closed', 0])
  })

  it('takes none of them once another executor has gone on without them', async () => {
    const s = await journaled()
    const file = s.offlineJournal.splice(0)
    await s.start()
    s.kill()
    const rows = s.store.journalOf(ACCOUNT).length
    s.offlineJournal.push(...file)
    await s.start()
    expect(s.store.tradesOf(ACCOUNT)).toEqual([])
    const since = s.store.journalOf(ACCOUNT).slice(rows)
    expect(since.map(({ change }) => change.type === 'alarm' && change.code)).toContain('offline_journal_outdated')
    expect(since.map(({ change }) => change.type)).not.toContain('trade')
  })
})

describe('a purchase that the positions show and the order book does not', () => {
  const OTHER = 'NIFTY26D0124500CE'

  /** A process that starts as the positions hold what `bought` has bought. */
  async function started(bought: (s: Scenario) => void | Promise<void>): Promise<Scenario> {
    const s = new Scenario()
    await bought(s)
    await s.start()
    return s
  }
  const hideAll = ({ broker }: Scenario) => {
    for (const { orderId } of broker.book()) broker.hidden.add(orderId)
  }
  const buysManually = ({ broker }: Scenario, tradingsymbol = OTHER, product = 'MIS') =>
    broker.tradeManually('BUY', tradingsymbol, product, 65)
  /** What became of a decision, and how many purchases of ours there are. */
  async function decided(s: Scenario): Promise<[codes: string[], purchases: number]> {
    s.decide({ id: 'd2' })
    await s.run(25_000)
    const own = s.store.tradesOf(ACCOUNT).filter(({ decisionId }) => decisionId === 'd2')
    return [s.store.refusalsOf(ACCOUNT).map(({ code }) => code), own.length]
  }

  it('may be ours, of which every row was lost: no other entry leaves (I3, F44)', async () => {
    const s = await started(async (one) => {
      await opened(one)
      one.kill()
      hideAll(one)
      const rows = one.store.account(ACCOUNT)
      for (const table of [rows.trades, rows.intents, rows.tags, rows.orders, rows.fills]) table.clear()
    })
    expect(await decided(s)).toEqual([['account_in_doubt'], 0])
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it.each<[what: string, bought: (s: Scenario) => void, entries: number]>([
    ['holds the entries, whatever the contract', (s) => (buysManually(s), hideAll(s)), 0],
    ['holds none where an order of the user shows it', (s) => buysManually(s), 1],
    [
      'holds none where the user converted it to intraday today',
      (s) => (buysManually(s, OTHER, 'NRML'), s.broker.convert(OTHER, 'NRML', 'MIS')),
      1,
    ],
    ['holds none where it may be of yesterday', (s) => (buysManually(s, OTHER, 'NRML'), hideAll(s)), 1],
  ])('%s', async (_what, bought, entries) => {
    expect(await decided(await started(bought))).toEqual([entries === 0 ? ['account_in_doubt'] : [], entries])
  })

  it('holds the entries until the order book shows it, or the positions do not any more', async () => {
    const hidden = () => started((s) => (buysManually(s), hideAll(s)))
    const shown = await hidden()
    shown.broker.hidden.clear()
    await shown.run(6_000)
    expect(await decided(shown)).toEqual([[], 1])
    const sold = await hidden()
    sold.broker.tradeManually('SELL', OTHER, 'MIS', 65)
    await sold.run(12_000)
    expect(await decided(sold)).toEqual([[], 1])
  })
})
