// @invariant paper-apart-from-live
import { LINK_MODES, type LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import assert from 'node:assert/strict'
import { EDGE_MIN_TRADES } from '@strikewise/domain/trading/kelly.ts'
import { addDays, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountHistory, Change, DayLock, DayPeak } from '../store/account-changes.ts'
import { DAY, rs } from './scenario.ts'
import type { StoreCase, StoreHarness } from './store-harness.ts'
import { batchOf, closedOf } from './store-rows.ts'

/** Past trades of one kind: rupees each brought, on a day so many days ago. */
interface Past {
  readonly mode: LinkMode
  readonly daysAgo: number
  readonly nets: readonly number[]
}

const ENOUGH = EDGE_MIN_TRADES
const repeated = (times: number, net: number) => Array.from({ length: times }, () => net)

/** What every store must keep apart of paper and live, for an account that has traded on both. */
export const KINDS_APART_CASES: readonly StoreCase[] = [
  {
    name: 'locks a day for one kind of link and gives back the lock of each',
    async run(harness) {
      const locks = [lockOf('live', 'losing_streak'), lockOf('paper', 'loss_cap')]
      for (const lock of locks) await write(harness, `b-${lock.mode}`, [{ type: 'lock', lock }])
      await write(harness, 'b-again', [{ type: 'lock', lock: lockOf('live', 'loss_cap') }])
      const { store, account } = harness
      const stand = [lockOf('live', 'loss_cap'), lockOf('paper', 'loss_cap')]
      const loaded = await store.transaction((t) => t.load(account, DAY))
      assert.deepEqual(
        loaded.locks.toSorted((a, b) => (a.mode < b.mode ? -1 : 1)),
        stand,
      )
      const rows = await store.transaction((t) => t.entryRows([account], istInstant(DAY, 10)))
      assert.deepEqual(
        rows.get(account)!.locks.toSorted((a, b) => (a.mode < b.mode ? -1 : 1)),
        stand,
      )
      assert.deepEqual((await store.transaction((t) => t.load(account, addDays(DAY, 1)))).locks, [])
    },
  },
  {
    name: 'keeps the highest peak of a day for each kind of link, whatever is written after it',
    async run(harness) {
      const { store, account } = harness
      const peakOf = (mode: LinkMode, rupees: number, at: number): DayPeak => ({
        on: DAY,
        mode,
        peak: rs(rupees),
        at: at as EpochMs,
      })
      const change = (peak: DayPeak): Change => ({ type: 'peak', peak })
      await write(
        harness,
        'b1',
        [peakOf('paper', 900, 1), peakOf('paper', 1_200, 2), peakOf('live', -5, 2)].map(change),
      )
      await write(harness, 'b2', [peakOf('paper', 1_000, 3), peakOf('live', 40, 3)].map(change))
      const { peaks } = await store.transaction((t) => t.load(account, DAY))
      assert.deepEqual(
        peaks.toSorted((a, b) => (a.mode < b.mode ? -1 : 1)),
        [peakOf('live', 40, 3), peakOf('paper', 1_200, 2)],
      )
      assert.deepEqual((await store.transaction((t) => t.load(account, addDays(DAY, 1)))).peaks, [])
    },
  },
  {
    name: 'gives back the net result of each past day by one kind of link, from a day on',
    async run(harness) {
      const { store, account, neighbours } = harness
      await historiesAfter(harness, [
        { mode: 'paper', daysAgo: 9, nets: [70] },
        { mode: 'paper', daysAgo: 2, nets: [100, -40] },
        { mode: 'live', daysAgo: 2, nets: [-7] },
        { mode: 'paper', daysAgo: 1, nets: [-5] },
        { mode: 'paper', daysAgo: 0, nets: [900] },
      ])
      const results = (mode: LinkMode, daysAgo: number, ...of: readonly string[]) => {
        const requested = { mode, from: addDays(DAY, -daysAgo) }
        return store.transaction((t) => t.dailyResults(new Map(of.map((one) => [one, requested])), DAY))
      }
      const dayOf = (daysAgo: number, net: number) => ({ on: addDays(DAY, -daysAgo), net: rs(net) })
      const [week, all] = [
        [dayOf(2, 60), dayOf(1, -5)],
        [dayOf(9, 70), dayOf(2, 60), dayOf(1, -5)],
      ]
      assert.deepEqual((await results('paper', 8, account)).get(account), week)
      assert.deepEqual((await results('paper', 9, account)).get(account), all)
      assert.deepEqual((await results('live', 9, account)).get(account), [dayOf(2, -7)])
      assert.equal((await results('live', 1, account)).size, 0)
      assert.deepEqual([...(await results('live', 9, account, ...neighbours)).keys()], [account])
    },
  },
  {
    name: 'counts a day by what its trades came to in the end',
    async run(harness) {
      const { store, account } = harness
      const on = addDays(DAY, -1)
      const result = (rupees: number): Change => ({
        type: 'trade',
        trade: { ...closedOf(account, 't1', rs(rupees)), mode: 'paper', on },
      })
      await write(harness, 'b1', [result(100)])
      await write(harness, 'b2', [result(-30)])
      const requested = new Map([[account, { mode: 'paper', from: on } as const]])
      const found = await store.transaction((t) => t.dailyResults(requested, DAY))
      assert.deepEqual(found.get(account), [{ on, net: rs(-30) }])
    },
  },
  {
    name: 'adds paper money to no live money',
    async run(harness) {
      const { paper, live } = await historiesAfter(harness, [
        { mode: 'paper', daysAgo: 2, nets: [100, -40] },
        { mode: 'live', daysAgo: 2, nets: [-7] },
        { mode: 'live', daysAgo: 1, nets: [3, 2] },
      ])
      assert.deepEqual(paper, { dailyResults: [rs(60)], record: { wins: 1, losses: 1, payoff: 2.5 } })
      assert.deepEqual(live, { dailyResults: [rs(-7), rs(5)], record: { wins: 2, losses: 1, payoff: 2.5 / 7 } })
    },
  },
  {
    name: 'lets a long enough forward test on paper speak for too few live trades, by itself',
    async run(harness) {
      const { live } = await historiesAfter(harness, [
        { mode: 'paper', daysAgo: 9, nets: repeated(ENOUGH, -10) },
        { mode: 'live', daysAgo: 2, nets: repeated(ENOUGH - 1, 10) },
      ])
      assert.deepEqual(live.record, { wins: 0, losses: ENOUGH, payoff: 0 })
      assert.deepEqual(live.dailyResults, [rs(10 * (ENOUGH - 1))])
    },
  },
  {
    name: 'lets paper say nothing beside live trades that show an edge',
    async run(harness) {
      const { live, paper } = await historiesAfter(harness, [
        { mode: 'live', daysAgo: 9, nets: repeated(ENOUGH, 10) },
        { mode: 'paper', daysAgo: 2, nets: repeated(ENOUGH, -10) },
      ])
      assert.deepEqual(live.record, { wins: ENOUGH, losses: 0, payoff: 0 })
      assert.deepEqual(paper.record, { wins: 0, losses: ENOUGH, payoff: 0 })
    },
  },
  {
    name: 'leads back from paper by what was traded there since the live trades that showed no edge',
    async run(harness) {
      const lost: Past = { mode: 'live', daysAgo: 9, nets: repeated(ENOUGH, -10) }
      const before: Past = { mode: 'paper', daysAgo: 12, nets: repeated(ENOUGH, 10) }
      const since: Past = { mode: 'paper', daysAgo: 2, nets: repeated(ENOUGH, 20) }
      const first = await historiesAfter(harness, [lost, before])
      assert.deepEqual(first.live.record, { wins: 0, losses: ENOUGH, payoff: 0 })
      const then = await historiesAfter(harness, [since])
      assert.deepEqual(then.live.record, { wins: ENOUGH, losses: 0, payoff: 0 })
      assert.deepEqual(then.live.dailyResults, [rs(-10 * ENOUGH)])
    },
  },
]

function lockOf(mode: LinkMode, reason: 'loss_cap' | 'losing_streak'): DayLock {
  return { on: DAY, mode, reason, at: 5 as EpochMs }
}

/** Writes these trades and answers what the past then shows to an entry of either kind. */
async function historiesAfter(
  harness: StoreHarness,
  past: readonly Past[],
): Promise<Readonly<Record<LinkMode, AccountHistory>>> {
  const { store, account } = harness
  for (const { mode, daysAgo, nets } of past)
    await write(
      harness,
      `b-${mode}-${daysAgo}`,
      nets.map((net, nth): Change => {
        const id = `${mode}-${daysAgo}-${nth}`
        const trade = { ...closedOf(account, id, rs(net)), mode, on: addDays(DAY, -daysAgo), decisionId: `d-${id}` }
        return { type: 'trade', trade }
      }),
    )
  const [paper, live] = await Promise.all(
    LINK_MODES.map(async (mode) => {
      const found = await store.transaction((t) => t.histories(new Map([[account, mode]]), DAY))
      return found.get(account)!
    }),
  )
  return { paper: paper!, live: live! }
}

function write({ store, account }: StoreHarness, id: string, changes: readonly Change[]): Promise<void> {
  return store.transaction(async (t) => {
    await t.lock(account, 1)
    await t.write(account, batchOf(id, changes))
  })
}
