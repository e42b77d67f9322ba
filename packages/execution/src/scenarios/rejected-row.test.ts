// @invariant one-bad-row
import { describe, expect, it } from 'vitest'
import { mayHoldTwo, opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, rs, Scenario } from '../testing/scenario.ts'
import type { Change } from '../store/account-changes.ts'

/** Words of the broker as an adapter should never hand them over. */
const HOSTILE = 'RMS:Blocked \u0000 margin \ud83d'

const codes = (s: Scenario) => s.alarms.map((alarm) => alarm.split(':')[0])
const keys = (s: Scenario) => s.store.notifications.map(({ key }) => key).filter((key) => key.includes('row_rejected'))

describe('one row that the store rejects (B2)', () => {
  it('costs that row: the position whose stop was rejected with a text that cannot be stored is sold', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'reject_later', message: HOSTILE })
    s.decide()
    await s.run(10_000)
    expect([s.broker.net(), s.trade.state]).toEqual([0, 'closed'])
    expect(codes(s)).toContain('row_rejected')
    expect(keys(s)).toHaveLength(1)
    // A retry for ever would have come to thousands by now.
    expect(s.counts.get('store_commit_failed') ?? 0).toBe(0)
  })

  it('holds the entries of the day, for the books lack a row', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'reject_later', message: HOSTILE })
    s.decide()
    await s.run(5_000)
    s.price(400, 400.2)
    await s.run(700_000)
    s.price(149.9, 150.1)
    s.decide({ id: 'second' })
    await s.run(5_000)
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it('holds the entries of the day though the process ends as the row is set aside', async () => {
    const s = new Scenario()
    let bad: Change | undefined
    s.store.rejects = (_account, _batch, change) => {
      if (change.type === 'fill') bad ??= change
      return change === bad ? 'simulated_check' : undefined
    }
    const tx = s.store.transaction.bind(s.store)
    s.store.transaction = async (work) => {
      const result = await tx(work)
      if (keys(s).length > 0) {
        s.store.transaction = tx
        s.kill()
      }
      return result
    }
    await s.start()
    s.decide()
    await s.run(2_000)
    await s.start()
    await s.run(5_000)
    s.price(400, 400.2)
    await s.run(700_000)
    expect(s.trade.state).toBe('closed')
    s.price(149.9, 150.1)
    s.decide({ id: 'second' })
    await s.run(5_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ decisionId: 'second', code: 'invariant_broken' }])
  })

  it('goes on though the store takes no lock of the day', async () => {
    const s = new Scenario()
    s.store.rejects = (_account, _batch, change) => (change.type === 'lock' ? 'simulated_check' : undefined)
    await s.start()
    s.broker.failNext('sell', { type: 'reject_later', message: HOSTILE })
    s.decide()
    await s.run(20_000)
    expect([s.broker.net(), s.trade.state]).toEqual([0, 'closed'])
    expect(s.counts.get('store_commit_failed') ?? 0).toBe(0)
  })

  it('keeps no successor from going on either', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'reject_later', message: HOSTILE })
    s.decide()
    await s.run(400)
    s.kill()
    await s.start()
    await s.run(10_000)
    expect([s.broker.net(), s.trade.state]).toEqual([0, 'closed'])
  })
})

it('the intent to buy back: it is drawn up again within a second, though no reading is due (I11)', async () => {
  const s = await opened()
  s.store.rejects = (_account, _batch, change) =>
    change.type === 'intent' && change.intent.kind === 'cover' && change.intent.attempt === 1
      ? 'simulated_check'
      : undefined
  const [stop] = s.sells
  s.price(115, 115.2)
  s.broker.duplicate(stop!.orderId)
  expect(s.broker.net()).toBe(-65)
  // No quote wakes the account meanwhile.
  await s.clock.advance(10_000)
  expect([s.broker.net(), keys(s).length]).toEqual([0, 1])
  const setAside = s.store
    .account(ACCOUNT)
    .journal.find(({ change }) => 'code' in change && change.code === 'row_rejected')
  expect(s.placed('BUY').at(-1)!.at - setAside!.at).toBeLessThan(1_000)
})

it('a row that is set aside as the rows are read again is reported to the operator too (B2)', async () => {
  const s = await opened(mayHoldTwo())
  s.store.fault = () => 'fail'
  // Its claim ends unknown, so the rows are read again once the store is back.
  s.decide()
  await s.run(1_000)
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  await s.run(5_000)
  s.store.rejects = (_account, _batch, change) =>
    change.type === 'fill' && change.fill.isManual ? 'simulated_check' : undefined
  s.store.fault = () => undefined
  await s.run(5_000)
  expect(keys(s)).toHaveLength(1)
  expect(codes(s)).toContain('row_rejected')
})

describe('a row of an open position that the store rejected, and a successor', () => {
  const rejecting = async (isBad: (change: Change) => boolean) => {
    const s = new Scenario()
    s.store.rejects = (_account, _batch, change) => (isBad(change) ? 'simulated_check' : undefined)
    await s.start()
    s.decide()
    await s.run(2_000)
    s.kill()
    await s.start()
    await s.run(5_000)
    return s
  }

  it.each<[row: string, isBad: (change: Change) => boolean]>([
    ['the filled entry', (change) => change.type === 'order' && change.order.filled > 0 && change.order.side === 'BUY'],
    ['the entry’s order', (change) => change.type === 'order' && change.order.side === 'BUY'],
    ['the entry’s fill', (change) => change.type === 'fill'],
    ['the entry’s answer', (change) => change.type === 'intent' && change.intent.outcome.state === 'accepted'],
    ['the armed stop', (change) => change.type === 'order' && change.order.phase === 'armed'],
    ['the stop’s order', (change) => change.type === 'order' && change.order.side === 'SELL'],
  ])('%s: the position keeps its stop', async (_row, isBad) => {
    const s = await rejecting(isBad)
    expect([s.trade.state, s.broker.net(), s.broker.liveSellUnits()]).toEqual(['open', 65, 65])
    expect(s.broker.calls.filter(({ kind }) => kind === 'cancel')).toEqual([])
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('the filled entry and its opened trade: the stop stands by what was paid, not by the limit', async () => {
    const s = new Scenario()
    s.store.rejects = (_account, _batch, change) =>
      (change.type === 'order' && change.order.side === 'BUY' && change.order.filled > 0) ||
      (change.type === 'trade' && change.trade.state === 'open')
        ? 'simulated_check'
        : undefined
    await s.start()
    s.decide()
    await s.run(2_000)
    expect([s.trade.state, s.store.fillsOf(ACCOUNT).map(({ price }) => price)]).toEqual(['entering', [rs(150.1)]])
    s.store.rejects = () => undefined
    s.kill()
    await s.start()
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'open', entryPrice: rs(150.1), trigger: rs(120.1) })
  })

  it('a manual sale: its fill is booked again from the trade book, and the trade closes with its result', async () => {
    const s = new Scenario()
    s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
    s.store.rejects = (_account, _batch, change) =>
      change.type === 'fill' && change.fill.isManual ? 'simulated_check' : undefined
    await opened(s)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(8_000)
    expect(s.trade).toMatchObject({ state: 'open', manualExitQuantity: 65 })
    s.store.rejects = () => undefined
    s.kill()
    await s.start()
    s.price(400, 400.2)
    await s.run(20_000)
    expect(s.trade).toMatchObject({
      state: 'closed',
      manualExitQuantity: 65,
      result: { exitValue: 65 * rs(149.9) + 65 * rs(400) },
    })
  })

  it('the trade after a manual sale: its fill proves the sale, and what the user buys back is left alone', async () => {
    const s = new Scenario()
    s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
    s.store.rejects = (_account, _batch, change) =>
      change.type === 'trade' && change.trade.manualExitQuantity > 0 ? 'simulated_check' : undefined
    await opened(s)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(8_000)
    expect(s.trade).toMatchObject({ state: 'open', manualExitQuantity: 0 })
    expect(s.store.fillsOf(ACCOUNT).filter(({ isManual }) => isManual)).toHaveLength(1)
    s.store.rejects = () => undefined
    s.kill()
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    await s.start()
    s.price(400, 400.2)
    await s.run(20_000)
    expect(s.trade).toMatchObject({ state: 'closed', manualExitQuantity: 65, exitReason: 'target' })
    expect(s.broker.net()).toBe(65)
  })

  it('the answer to the stop: its order proves that it was taken', async () => {
    const s = await rejecting(
      (change) =>
        change.type === 'intent' && change.intent.kind === 'protect' && change.intent.outcome.state === 'accepted',
    )
    s.store.rejects = () => undefined
    s.kill()
    await s.start()
    await s.run(20_000)
    const stop = s.store.intentsOf(ACCOUNT).find(({ kind }) => kind === 'protect')
    expect(stop?.outcome.state).toBe('accepted')
    expect(s.broker.liveSellUnits()).toBe(65)
  })
})

it('an alarm raised in a turn that failed before it was written still reaches the user', async () => {
  const s = await opened()
  s.broker.readFault = 'token_expired'
  s.store.fault = () => 'fail'
  await s.run(2_000)
  expect(codes(s)).toContain('token_expired')
  // What fails in a turn after it drops the memory of the account.
  s.failTurns = 1
  await s.run(3_000)
  expect(codes(s)).toContain('turn_failed')
  s.store.fault = () => undefined
  await s.run(5_000)
  expect(s.store.notifications.filter(({ key }) => key.includes('token_expired'))).toHaveLength(1)
  const journal = s.store.journalOf(ACCOUNT).map(({ change }) => (change.type === 'alarm' ? change.code : ''))
  expect(journal.filter((code) => code === 'token_expired')).toHaveLength(1)
})
