// @invariant ticket-answered-once
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import type { AccountFacts } from '../account-facts.ts'
import { TICKET_VALID_MS, type EntryTicket } from '../pre-trade/entry-ticket.ts'
import { ACCOUNT, rs, Scenario } from '../testing/scenario.ts'
import { ticketAt } from '../testing/ticket-fixture.ts'

/** Of the plan that is sold manual trades alone: nothing is armed, nothing is agreed to. */
const pro = (facts: AccountFacts): AccountFacts => ({ ...facts, plan: 'pro', consentGiven: false, strategies: [] })

async function started(change = pro): Promise<Scenario> {
  const s = new Scenario()
  s.facts(change)
  return s.start()
}

const send = (s: Scenario, change: Partial<EntryTicket> = {}) => s.sendTicket(ticketAt(s.clock.now(), change))
const refusals = (s: Scenario) => s.store.refusalsOf(ACCOUNT).map(({ code }) => code)

function expectNothingBought(s: Scenario, ...codes: string[]): void {
  expect(refusals(s)).toEqual(codes)
  expect(s.placed('BUY')).toEqual([])
  expect(s.store.tradesOf(ACCOUNT)).toEqual([])
}

describe('a ticket', () => {
  it('is bought at once and handed to the machine with its stop', async () => {
    const s = await started()
    const { id } = send(s)
    await s.run(1_000)
    expect(s.placed('BUY').map(({ terms }) => terms)).toEqual([
      { kind: 'LIMIT', quantity: 65, price: rs(150.2), validity: 'IOC' },
    ])
    expect(s.trade).toMatchObject({ state: 'open', origin: 'manual', decisionId: id, entryPrice: rs(150.1), lots: 1 })
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65, trigger: rs(120.1), price: rs(110.1) }])
    expect(refusals(s)).toEqual([])
  })

  it('never pays more than its limit', async () => {
    const s = await started()
    send(s, { limit: rs(150.1) })
    await s.run(1_000)
    expect(s.placed('BUY')).toMatchObject([{ terms: { price: rs(150.1) } }])
  })

  it('under the ask buys nothing', async () => {
    const s = await started()
    send(s, { limit: rs(150) })
    await s.run(20_000)
    expectNothingBought(s, 'price_above_limit')
  })

  it('whose order does not fill is not sent again', async () => {
    const s = await started()
    s.broker.fillLimit = 0
    send(s)
    await s.run(30_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.trade).toMatchObject({ state: 'abandoned', why: 'missed' })
  })

  it('that is announced again and again is one order', async () => {
    const s = await started()
    const ticket = send(s)
    for (let i = 0; i < 20; i += 1) {
      s.sendTicket(ticket)
      await s.clock.advance(37)
    }
    await s.run(20_000)
    expect(s.placed('BUY')).toHaveLength(1)
  })

  /** A change of the account arrives as the claim of the ticket is committed: after the account was read for it. */
  function changeAtClaim(s: Scenario, what: () => void = () => undefined): void {
    let transactions = 0
    s.store.fault = () => {
      transactions += 1
      if (transactions === 2) {
        what()
        s.executor.accountChanged(ACCOUNT)
      }
      return undefined
    }
  }
  const ofEntry = (s: Scenario) => s.store.intentsOf(ACCOUNT).filter(({ kind }) => kind === 'enter')

  it('whose order a change of the account held back is bought once the change was read', async () => {
    const s = await started()
    s.storeTakesMs = 100
    send(s)
    changeAtClaim(s)
    await s.run(3_000)
    expect(ofEntry(s).map(({ outcome }) => outcome)).toMatchObject([
      { state: 'refused', code: 'not_sent' },
      { state: 'accepted' },
    ])
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.trade).toMatchObject({ state: 'open', origin: 'manual' })
    expect(refusals(s)).toEqual([])
  })

  it('that a pause of entries held back is not bought', async () => {
    const s = await started()
    send(s)
    changeAtClaim(s, () => s.facts((facts) => ({ ...facts, killSwitch: { user: true, global: false } })))
    await s.run(20_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.trade).toMatchObject({ state: 'abandoned', why: 'user_stop' })
  })

  it('that is held back until its deadline is not bought after it', async () => {
    const s = await started()
    send(s)
    s.isListening = false
    await s.run(TICKET_VALID_MS + 2_000)
    s.isListening = true
    await s.run(10_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.trade).toMatchObject({ state: 'abandoned', why: 'ticket_expired' })
    expect(ofEntry(s).length).toBeLessThan(10)
  })

  it('waits for a price until shortly before its deadline', async () => {
    const s = await started()
    s.feedOnly(0, 0)
    send(s)
    await s.run(5_000)
    expect(s.placed('BUY')).toEqual([])
    s.price(149.9, 150.1)
    await s.run(500)
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it('without a price is refused before its deadline', async () => {
    const s = await started()
    s.feedOnly(0, 0)
    send(s)
    await s.run(TICKET_VALID_MS)
    s.price(149.9, 150.1)
    await s.run(5_000)
    expectNothingBought(s, 'price_stale')
  })

  it('that the store is away for is not bought after its deadline', async () => {
    const s = await started()
    s.store.fault = () => 'fail'
    send(s)
    await s.run(TICKET_VALID_MS + 1_000)
    s.store.fault = () => undefined
    await s.run(5_000)
    expectNothingBought(s, 'ticket_expired')
  })

  it('that no process was there for is not bought after its deadline', async () => {
    const s = await started()
    s.kill()
    send(s)
    await s.run(TICKET_VALID_MS + 1)
    await s.start()
    await s.run(3_000)
    expectNothingBought(s, 'ticket_expired')
  })

  it('is carried out by the next executor within its deadline', async () => {
    const s = await started()
    s.kill()
    send(s)
    await s.start()
    await s.run(3_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.trade).toMatchObject({ state: 'open', origin: 'manual' })
  })

  it('dated ahead of our clock is not bought', async () => {
    const s = await started()
    s.sendTicket(ticketAt((s.clock.now() + 60_000) as EpochMs))
    await s.run(5_000)
    expectNothingBought(s, 'ticket_expired')
  })

  it('leaves no second order at whatever point the process ends', async () => {
    const points = await started()
    send(points)
    const from = points.crashPoints
    await points.run(3_000)
    for (let at = from + 1; at <= points.crashPoints; at += 1) {
      const s = await started()
      s.crashAt = [at]
      send(s)
      await s.run(40_000)
      expect(s.placed('BUY').length, `crash at ${at}`).toBeLessThanOrEqual(1)
      expect(s.broker.net()).toBe(s.store.tradesOf(ACCOUNT)[0]?.state === 'open' ? 65 : 0)
      expect(s.store.tradesOf(ACCOUNT).length + refusals(s).length).toBe(1)
    }
  })
})

describe('a ticket is refused', () => {
  it.each<[string, (facts: AccountFacts) => AccountFacts, string]>([
    ['on the starter plan', (facts) => ({ ...facts, plan: 'starter', planExpiresAt: null }), 'plan_without_manual'],
    ['after the end of the plan', (facts) => ({ ...facts, planExpiresAt: 1 as EpochMs }), 'plan_expired'],
    [
      'on a live link of the plan pro',
      (facts) => ({ ...facts, link: { ...facts.link, mode: 'live' } }),
      'live_trading_off',
    ],
    ['while entries are paused', (facts) => ({ ...facts, killSwitch: { user: true, global: false } }), 'user_stop'],
    [
      'while all entries are paused',
      (facts) => ({ ...facts, killSwitch: { user: false, global: true } }),
      'global_stop',
    ],
    ['without a login', (facts) => ({ ...facts, link: { ...facts.link, loginAt: null } }), 'not_connected'],
    ['beyond the daily loss limit', (facts) => ({ ...facts, risk: { ...facts.risk, capital: rs(50_000) } }), 'day_cap'],
    [
      'outside the hours of its user on a plan with the time filter',
      (facts) => ({ ...facts, plan: 'elite', entryHours: { days: ['wed'], fromMinute: 660, toMinute: 720 } }),
      'outside_entry_hours',
    ],
  ])('%s', async (_when, change, code) => {
    const s = await started((facts) => change(pro(facts)))
    send(s)
    await s.run(20_000)
    expectNothingBought(s, code)
  })

  it('beside an open trade of the engine, which the limit counts', async () => {
    const s = await started((facts) => facts)
    s.decide()
    await s.run(2_000)
    send(s)
    await s.run(20_000)
    expect(refusals(s)).toEqual(['active_trade_limit'])
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it('where bid and ask are too far apart', async () => {
    const s = await started()
    s.price(140, 150.1, 150)
    send(s)
    await s.run(3_000)
    expectNothingBought(s, 'spread_too_wide')
  })

  it('with more lots than the last trade lost with', async () => {
    const s = await started()
    send(s)
    await s.run(2_000)
    s.ask({ kind: 'exit' })
    await s.run(620_000)
    send(s, { lots: 2 })
    await s.run(3_000)
    expect(refusals(s)).toEqual(['larger_after_loss'])
  })
})

describe('a manual trade', () => {
  it('is not ended by the score or a jump of the index', async () => {
    const s = await started()
    send(s)
    await s.run(2_000)
    for (let i = 0; i < 3; i += 1) {
      s.decide({ id: `d${i}`, action: 'none', entry: null, direction: 'down', score: -0.9, spike: -9 })
      await s.run(60_000)
    }
    await s.run(35 * 60_000)
    expect(s.trade.state).toBe('open')
    await s.run(55 * 60_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'time' })
  })

  it('lets its stop trail where the ticket shows it and the plan has it', async () => {
    const s = await started((facts) => ({ ...pro(facts), plan: 'elite' }))
    send(s)
    await s.run(1_000)
    s.price(181, 181.2)
    await s.run(4_000)
    expect(s.sells[0]!.trigger).toBeGreaterThan(rs(150.1))
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('counts towards the limit of open trades of the engine', async () => {
    const s = await started((facts) => facts)
    send(s)
    await s.run(2_000)
    s.decide()
    await s.run(20_000)
    expect(refusals(s)).toEqual(['active_trade_limit'])
  })
})
