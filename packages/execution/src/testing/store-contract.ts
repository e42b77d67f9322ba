// @invariant replaced-executor-writes-nothing
// @invariant crash-recovery
// @invariant insert-only-history
// @invariant decision-answered-once
import { NO_FOREIGN_TRADES } from '../trade/foreign-trades.ts'
import type { ForeignTradeDay } from '../store/account-changes.ts'
import { alarmRow } from './alarm-line.ts'
import assert from 'node:assert/strict'
import { addDays, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { INTENT_KINDS } from '../intent/intent.ts'
import { StaleEpoch } from '../ports.ts'
import type { Change } from '../store/account-changes.ts'
import { firstBreak } from '../store/journal.ts'
import { DAY, rs } from './scenario.ts'
import { HOSTILE_CASES } from './store-contract-rejected-rows.ts'
import { KNOWN_ROWS_CASES } from './store-contract-known-rows.ts'
import { KINDS_APART_CASES } from './store-contract-link-modes.ts'
import { MANY_ACCOUNTS_CASES } from './store-contract-batches.ts'
import { INSTRUCTION_CASES } from './store-contract-instructions.ts'
import { TICKET_CASES } from './store-contract-tickets.ts'
import type { StoreCase, StoreHarness } from './store-harness.ts'
import { batchOf, closedOf, fillOf, intentOf, notificationOf, orderOf, refusalOf, tradeOf } from './store-rows.ts'
import { settle } from './virtual-clock.ts'

/** What every store must keep; the one in memory and the one on PostgreSQL both run it, each case on a fresh account. */
export const STORE_CONTRACT: readonly StoreCase[] = [
  {
    name: 'refuses the epoch before the newest and takes any later one',
    async run({ store, account }) {
      await store.transaction((t) => t.lock(account, 2))
      await store.transaction((t) => t.lock(account, 2))
      await assert.rejects(
        store.transaction((t) => t.lock(account, 1)),
        StaleEpoch,
      )
      await store.transaction((t) => t.lock(account, 3))
      await assert.rejects(
        store.transaction((t) => t.lock(account, 2)),
        StaleEpoch,
      )
    },
  },
  {
    name: 'knows no account but those of users',
    async run({ store }) {
      await assert.rejects(
        store.transaction((t) => t.lock('no-such-account', 1)),
        RangeError,
      )
    },
  },
  {
    name: 'says where the journal of a locked account ends, with what the transaction has written',
    async run({ store, account }) {
      const changes: Change[] = [{ type: 'trade', trade: tradeOf(account, 'ts') }, alarmRow('test', 'a test')]
      await store.transaction(async (t) => {
        await t.lock(account, 1)
        assert.equal(t.journalSeq(account), 0)
        await t.write(account, batchOf('b-seq', changes))
        assert.equal(t.journalSeq(account), 2)
      })
      await store.transaction(async (t) => {
        await t.lock(account, 1)
        assert.equal(t.journalSeq(account), 2)
        // It is there already.
        await t.write(account, batchOf('b-seq', changes))
        assert.equal(t.journalSeq(account), 2)
      })
    },
  },
  {
    name: 'takes an intent of every kind',
    async run(harness) {
      const trade = tradeOf(harness.account, 'tk')
      const intents = INTENT_KINDS.map((kind) => ({ ...intentOf(trade, `k${kind}`), kind }))
      await write(harness, 'b-kinds', [
        { type: 'trade', trade },
        ...intents.map((intent) => ({ type: 'intent', intent }) as const),
      ])
      const { intents: read } = await harness.store.transaction((t) => t.load(harness.account, DAY))
      assert.deepEqual(read.map(({ kind }) => kind).toSorted(), [...INTENT_KINDS].toSorted())
    },
  },
  {
    name: 'gives back what was written, the newest of each thing',
    async run(harness) {
      const trade = tradeOf(harness.account, 't1')
      const order = orderOf(trade)
      const fill = fillOf(trade)
      const figures = { losses: 2 }
      const peak = { on: DAY, mode: 'paper', peak: rs(1_500), at: 5 as EpochMs } as const
      const foreign: ForeignTradeDay = {
        on: DAY,
        at: 5 as EpochMs,
        trades: {
          begun: 2,
          closed: [{ closedAt: 3 as EpochMs, net: rs(-900) }],
          openAtLast: rs(-50),
          exitCharges: rs(70),
        },
      }
      const lock = { on: DAY, mode: 'paper', reason: 'losing_streak', at: 5 as EpochMs, figures } as const
      await write(harness, 'b1', [
        { type: 'trade', trade },
        { type: 'intent', intent: intentOf(trade, 'i1') },
        { type: 'order', order, on: DAY },
      ])
      const settled = {
        ...intentOf(trade, 'i1'),
        outcome: { state: 'accepted', at: 4 as EpochMs, orderId: '1' },
      } as const
      const filled = { ...order, phase: 'complete', filled: 65, averagePrice: 15_010.5 } as const
      await write(harness, 'b2', [
        { type: 'order', order: { ...order, filled: 30 }, on: DAY },
        { type: 'order', order: filled, on: DAY },
        { type: 'intent', intent: settled },
        { type: 'fill', fill, on: DAY },
        { type: 'lock', lock },
        { type: 'peak', peak },
        { type: 'foreign_trades', day: { ...foreign, at: 4 as EpochMs, trades: NO_FOREIGN_TRADES } },
        { type: 'foreign_trades', day: foreign },
        { type: 'refusal', refusal: refusalOf(harness.account, 'd9') },
      ])
      const loaded = await harness.store.transaction((t) => t.load(harness.account, DAY))
      assert.deepEqual(loaded, {
        trades: [trade],
        intents: [settled],
        orders: [filled],
        fills: [fill],
        locks: [lock],
        peaks: [peak],
        foreignTrades: foreign,
        refused: ['d9'],
      })
    },
  },
  {
    name: 'gives an order back with the trade it turned out to belong to',
    async run(harness) {
      const { account } = harness
      const over = { ...closedOf(account, 't1', rs(10)), on: addDays(DAY, -1) }
      const trade = { ...tradeOf(account, 't2'), decisionId: 'd2' }
      const order = orderOf(trade)
      await write(harness, 'b1', [
        { type: 'trade', trade: over },
        { type: 'trade', trade },
        { type: 'order', order: { ...order, tradeId: 't1', isForeign: true }, on: DAY },
      ])
      await write(harness, 'b2', [{ type: 'order', order, on: DAY }])
      const { orders } = await harness.store.transaction((t) => t.load(account, DAY))
      assert.deepEqual(orders, [order])
    },
  },
  {
    name: 'shows a transaction what it has written itself',
    async run({ store, account }) {
      const trade = tradeOf(account, 't1')
      const intent = intentOf(trade, 'i1')
      const loaded = await store.transaction(async (t) => {
        await t.lock(account, 1)
        await t.write(
          account,
          batchOf('b1', [
            { type: 'trade', trade },
            { type: 'intent', intent },
          ]),
        )
        return t.load(account, DAY)
      })
      assert.deepEqual([loaded.trades, loaded.intents], [[trade], [intent]])
    },
  },
  {
    name: 'writes a batch once, however often it is handed in',
    async run(harness) {
      const trade = tradeOf(harness.account, 't1')
      const changes: Change[] = [{ type: 'trade', trade }, alarmRow('c', 'x')]
      await write(harness, 'b1', changes)
      await write(harness, 'b1', changes)
      await harness.store.transaction(async (t) => {
        await t.lock(harness.account, 1)
        await t.write(harness.account, batchOf('b2', changes))
        await t.write(harness.account, batchOf('b2', changes))
      })
      assert.equal((await harness.journal()).length, 4)
    },
  },
  {
    name: 'takes what the executor before has left behind, and nothing of one that was replaced earlier',
    async run(harness) {
      const { store, account } = harness
      const writeAs = (epoch: number, id: string, writtenUnder: number) =>
        store.transaction(async (t) => {
          await t.lock(account, epoch)
          return t.write(account, batchOf(id, [alarmRow(id, 'x')], writtenUnder))
        })
      assert.equal(await writeAs(1, 'b1', 1), 'written')
      assert.equal(await writeAs(2, 'b2', 1), 'written')
      assert.equal(await writeAs(2, 'b3', 1), 'outdated')
      assert.equal(await writeAs(4, 'b4', 2), 'written')
      assert.equal(await writeAs(5, 'b5', 2), 'outdated')
      // What is written stays so, no matter which process submits it again.
      assert.equal(await writeAs(5, 'b2', 1), 'written')
      assert.deepEqual(
        (await harness.journal()).map(({ batchId }) => batchId),
        ['b1', 'b2', 'b4'],
      )
    },
  },
  {
    name: 'chains the journal without gaps',
    async run(harness) {
      const trade = tradeOf(harness.account, 't1')
      await write(harness, 'b1', [{ type: 'trade', trade }])
      await write(harness, 'b2', [
        { type: 'intent', intent: intentOf(trade, 'i1') },
        { type: 'fill', fill: fillOf(trade), on: DAY },
      ])
      const rows = await harness.journal()
      assert.deepEqual(
        rows.map((row) => row.seq),
        [1, 2, 3],
      )
      assert.equal(firstBreak(rows), undefined)
      assert.equal(firstBreak(rows.toSpliced(1, 1)), 3)
      assert.equal(firstBreak(rows.with(1, { ...rows[1]!, at: 99 as EpochMs })), 2)
    },
  },
  {
    name: 'lets one decision become one trade of a symbol',
    async run(harness) {
      await write(harness, 'b1', [{ type: 'trade', trade: tradeOf(harness.account, 't1') }])
      await assert.rejects(write(harness, 'b2', [{ type: 'trade', trade: tradeOf(harness.account, 't2') }]))
      const { trades } = await harness.store.transaction((t) => t.load(harness.account, DAY))
      assert.deepEqual(
        trades.map((trade) => trade.id),
        ['t1'],
      )
    },
  },
  {
    name: 'lets no two intents share a tag',
    async run(harness) {
      const trade = tradeOf(harness.account, 't1')
      const first = intentOf(trade, 'i1')
      await write(harness, 'b1', [
        { type: 'trade', trade },
        { type: 'intent', intent: first },
      ])
      await assert.rejects(write(harness, 'b2', [{ type: 'intent', intent: { ...first, id: 'i2' } }]))
    },
  },
  {
    name: 'keeps nothing of a transaction that failed',
    async run(harness) {
      const { store, outbox, account } = harness
      await assert.rejects(
        store.transaction(async (t) => {
          await t.lock(account, 7)
          await t.write(account, batchOf('b1', [{ type: 'trade', trade: tradeOf(account, 't1') }]))
          outbox.put(t, notificationOf(account, 'k1'))
          throw new Error('changed my mind')
        }),
      )
      assert.deepEqual(await harness.journal(), [])
      assert.deepEqual(await harness.notificationKeys(), [])
      await store.transaction((t) => t.lock(account, 1))
    },
  },
  {
    name: 'writes only under the lock of the account',
    async run({ store, account }) {
      const batch = batchOf('b1', [{ type: 'trade', trade: tradeOf(account, 't1') }])
      await assert.rejects(store.transaction((t) => t.write(account, batch)))
    },
  },
  {
    name: 'lets transactions of one account wait for one another',
    async run(harness) {
      const { store, account } = harness
      const order: string[] = []
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const first = store.transaction(async (t) => {
        await t.lock(account, 1)
        order.push('first has it')
        await held
        order.push('first ends')
      })
      const second = store.transaction(async (t) => {
        await t.lock(account, 1)
        order.push('second has it')
      })
      await settle()
      release()
      await Promise.all([first, second])
      assert.ok(order.indexOf('first ends') === order.indexOf('first has it') + 1)
    },
  },
  {
    name: 'keeps a fill and a refusal as they were first written',
    async run(harness) {
      const trade = tradeOf(harness.account, 't1')
      await write(harness, 'b1', [
        { type: 'trade', trade },
        { type: 'fill', fill: fillOf(trade), on: DAY },
      ])
      await write(harness, 'b2', [{ type: 'fill', fill: { ...fillOf(trade), price: rs(1) }, on: DAY }])
      const { fills } = await harness.store.transaction((t) => t.load(harness.account, DAY))
      assert.deepEqual(fills, [fillOf(trade)])
    },
  },
  {
    name: 'tells a note once, with its transaction',
    async run(harness) {
      const { store, outbox, account } = harness
      for (const key of ['k1', 'k1', 'k2'])
        await store.transaction(async (t) => outbox.put(t, notificationOf(account, key)))
      assert.deepEqual(await harness.notificationKeys(), ['k1', 'k2'])
    },
  },
  {
    name: 'loads what is live of earlier days and leaves out what is over',
    async run(harness) {
      const earlier = { ...tradeOf(harness.account, 't1'), on: addDays(DAY, -1) }
      const over = { ...closedOf(harness.account, 't2', rs(10)), on: addDays(DAY, -1), decisionId: 'd2' }
      await write(harness, 'b1', [
        { type: 'trade', trade: earlier },
        { type: 'trade', trade: over },
        { type: 'intent', intent: intentOf(earlier, 'i1') },
      ])
      const loaded = await harness.store.transaction((t) => t.load(harness.account, DAY))
      assert.deepEqual(loaded.trades, [earlier])
      assert.equal(loaded.intents.length, 1)
    },
  },
  {
    name: 'sums the past up by day',
    async run(harness) {
      const days = [-3, -3, -1, 0].map((days) => addDays(DAY, days))
      const nets = [rs(100), rs(-40), rs(-20), rs(999)]
      const changes = nets.map((net, index): Change => ({
        type: 'trade',
        trade: { ...closedOf(harness.account, `t${index}`, net), on: days[index]!, decisionId: `d${index}` },
      }))
      await write(harness, 'b1', changes)
      const histories = await harness.store.transaction((t) => t.histories(new Map([[harness.account, 'paper']]), DAY))
      assert.deepEqual(histories.get(harness.account), {
        dailyResults: [rs(60), rs(-20)],
        record: { wins: 1, losses: 2, payoff: 100 / 30 },
      })
    },
  },
  {
    name: 'keeps what was bought back with its trade, and counts it in the day',
    async run(harness) {
      const value = { units: 65, soldValue: rs(7_475), boughtValue: rs(7_800), gross: rs(-325) }
      const charges = { brokerage: rs(40), stt: rs(0), exchange: rs(5), sebi: rs(0), stamp: rs(0), gst: rs(8) }
      const cover = {
        ...value,
        charges: { ...charges, total: rs(53) },
        net: rs(-378),
        soldAt: 3 as EpochMs,
        boughtAt: 4 as EpochMs,
      }
      const earlier = { ...closedOf(harness.account, 't1', rs(100)), on: addDays(DAY, -1), cover }
      const today = { ...closedOf(harness.account, 't2', rs(100)), decisionId: 'd2', cover }
      for (const trade of [earlier, today]) {
        const { cover: _cover, ...before } = trade
        await write(harness, `b-${trade.id}`, [{ type: 'trade', trade: before }])
        await write(harness, `c-${trade.id}`, [{ type: 'trade', trade }])
      }
      const { trades } = await harness.store.transaction((t) => t.load(harness.account, DAY))
      assert.deepEqual(trades, [today])
      const histories = await harness.store.transaction((t) => t.histories(new Map([[harness.account, 'paper']]), DAY))
      assert.deepEqual(histories.get(harness.account)!.dailyResults, [rs(-278)])
    },
  },
  ...KINDS_APART_CASES,
  ...MANY_ACCOUNTS_CASES,
  ...INSTRUCTION_CASES,
  ...TICKET_CASES,
  ...KNOWN_ROWS_CASES,
  ...HOSTILE_CASES,
]

function write({ store, account }: StoreHarness, id: string, changes: readonly Change[]): Promise<void> {
  return store.transaction(async (t) => {
    await t.lock(account, 1)
    await t.write(account, batchOf(id, changes))
  })
}
