// @invariant one-bad-row
import { NO_FOREIGN_TRADES } from '../trade/foreign-trades.ts'
import { alarmRow } from './alarm-line.ts'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import assert from 'node:assert/strict'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { INTENT_KINDS } from '../intent/intent.ts'
import { RowRejected } from '../ports.ts'
import type { Change } from '../store/account-changes.ts'
import { firstBreak } from '../store/journal.ts'
import type { Trade } from '../trade/trade.ts'
import { DAY, rs } from './scenario.ts'
import type { StoreCase, StoreHarness } from './store-harness.ts'
import { batchOf, fillOf, intentOf, notificationOf, orderOf, refusalOf, tradeOf } from './store-rows.ts'

/** A row that no store may take, made from a trade that it has. */
interface HostileRow {
  readonly what: string
  readonly row: (trade: Trade, account: string) => Change
}

const HALF = '\ud83d'
const fill =
  (change: object) =>
  (trade: Trade): Change => ({
    type: 'fill',
    fill: { ...fillOf(trade), ...change },
    on: DAY,
  })
const order =
  (change: object) =>
  (trade: Trade): Change => ({
    type: 'order',
    order: { ...orderOf(trade), ...change },
    on: DAY,
  })
const changedTrade =
  (change: object) =>
  (trade: Trade): Change => ({
    type: 'trade',
    trade: { ...trade, ...change } as Trade,
  })
const intent =
  (change: object) =>
  (trade: Trade): Change => ({
    type: 'intent',
    intent: { ...intentOf(trade, 'hostile'), ...change },
  })

const HOSTILE_ROWS: readonly HostileRow[] = [
  { what: 'an order whose message holds NUL', row: order({ message: 'RMS:Blocked \u0000 margin' }) },
  { what: 'an order whose message holds half of a surrogate pair', row: order({ message: `cut ${HALF}` }) },
  { what: 'an order of a trade that is not there', row: order({ tradeId: 'elsewhere' }) },
  { what: 'an order of no day', row: (trade) => ({ type: 'order', order: orderOf(trade), on: 'no day' as IstDate }) },
  { what: 'a fill at price 0', row: fill({ price: 0 as Paise }) },
  { what: 'a fill at a negative price', row: fill({ price: -5 as Paise }) },
  { what: 'a fill at a fraction of a paisa', row: fill({ price: 150.5 as Paise }) },
  { what: 'a fill at no price', row: fill({ price: Number.NaN as Paise }) },
  { what: 'a fill of nothing', row: fill({ quantity: 0 }) },
  { what: 'a fill of half a unit', row: fill({ quantity: 0.5 }) },
  { what: 'a fill of more units than a number of the schema holds', row: fill({ quantity: 2 ** 31 }) },
  { what: 'a fill of neither side', row: fill({ side: 'HOLD' }) },
  { what: 'a fill of a trade that is not there', row: fill({ tradeId: 'elsewhere' }) },
  { what: 'a fill whose id holds NUL', row: fill({ fillId: 'f\u0000' }) },
  { what: 'an intent of a trade that is not there', row: intent({ tradeId: 'elsewhere' }) },
  { what: 'an intent of an unknown kind', row: intent({ kind: 'wait' }) },
  { what: 'an intent of an unknown outcome', row: intent({ outcome: { state: 'lost' } }) },
  { what: 'an intent whose reason holds NUL', row: intent({ reason: '\u0000' }) },
  { what: 'an intent with the tag of another', row: (trade) => intent({ call: intentOf(trade, 'i1').call })(trade) },
  {
    what: 'a trade of a third index',
    // No type allows it: only a wrong row does.
    row: (trade) => ({
      type: 'trade',
      trade: { ...trade, contract: { ...trade.contract, symbol: 'SENSEX' as never } },
    }),
  },
  { what: 'a trade in an unknown state', row: changedTrade({ state: 'lost' }) },
  { what: 'a trade of neither kind of link', row: changedTrade({ mode: 'dream' }) },
  { what: 'a trade made at no whole instant', row: changedTrade({ createdAt: 1.5 as EpochMs }) },
  { what: 'a second trade of one decision', row: changedTrade({ id: 'second' }) },
  {
    what: 'a refusal whose message holds NUL',
    row: (_, account) => ({
      type: 'refusal',
      refusal: { ...refusalOf(account, 'd9'), message: legacyText('\u0000') },
    }),
  },
  {
    what: 'a lock of neither kind of link',
    // No type allows it: only a wrong row does.
    row: () => ({ type: 'lock', lock: { on: DAY, mode: 'dream' as never, reason: 'loss_cap', at: 5 as EpochMs } }),
  },
  {
    what: 'a peak of neither kind of link',
    row: () => ({ type: 'peak', peak: { on: DAY, mode: 'dream' as never, peak: rs(1), at: 5 as EpochMs } }),
  },
  {
    what: 'less than no trade of the user’s own',
    row: () => ({
      type: 'foreign_trades',
      day: { on: DAY, at: 5 as EpochMs, trades: { ...NO_FOREIGN_TRADES, begun: -1 } },
    }),
  },
  {
    what: 'an alarm with half of a surrogate pair',
    row: () => alarmRow('x', HALF),
  },
]

/** Every kind of intent there is: a schema that lags behind the core would set its calls aside. */
const EVERY_KIND: StoreCase = {
  name: 'takes intents of every kind',
  async run(harness) {
    const trade = await startedTrade(harness)
    const { store, account } = harness
    const changes = INTENT_KINDS.map((kind, n): Change => {
      const own = intentOf(trade, `k${n}`)
      return { type: 'intent', intent: { ...own, kind } }
    })
    await store.transaction(async (t) => {
      await t.lock(account, 1)
      await t.write(account, batchOf('kinds', changes))
    })
    const { intents } = await store.transaction((t) => t.load(account, DAY))
    assert.equal(intents.length, INTENT_KINDS.length + 1)
  },
}

/** Hostile rows: each store must reject each of them, and be able to write everything else. */
export const HOSTILE_CASES: readonly StoreCase[] = [
  EVERY_KIND,
  ...HOSTILE_ROWS.map(({ what, row }): StoreCase => ({
    name: `rejects ${what}, and it alone`,
    async run(harness) {
      const trade = await startedTrade(harness)
      const { store, account } = harness
      const hostile = batchOf('hostile', [row(trade, account)])
      await assert.rejects(
        store.transaction(async (t) => {
          await t.lock(account, 1)
          await t.write(account, hostile)
        }),
        RowRejected,
      )
      await store.transaction(async (t) => {
        await t.lock(account, 1)
        await assert.rejects(
          t.attempt(() => t.write(account, hostile)),
          (error: Error) => error instanceof RowRejected && !error.message.includes('\u0000'),
        )
        await t.write(account, batchOf('after', [alarmRow('after', 'x')]))
      })
      const journal = await harness.journal()
      assert.deepEqual([...new Set(journal.map(({ batchId }) => batchId))], ['started', 'after'])
      assert.equal(firstBreak(journal), undefined)
      const loaded = await store.transaction((t) => t.load(account, DAY))
      assert.deepEqual([loaded.trades, loaded.orders, loaded.fills], [[trade], [], []])
    },
  })),
  {
    name: 'commits nothing of a transaction in which a row was rejected outside an attempt',
    async run(harness) {
      const trade = await startedTrade(harness)
      const { store, account } = harness
      const hostile = batchOf('hostile', [fill({ price: 0 as Paise })(trade)])
      await assert.rejects(
        store.transaction(async (t) => {
          await t.lock(account, 1)
          await t.write(account, batchOf('before', [alarmRow('before', 'x')]))
          await t.write(account, hostile).catch(() => undefined)
        }),
      )
      assert.deepEqual([...new Set((await harness.journal()).map(({ batchId }) => batchId))], ['started'])
    },
  },
  {
    name: 'undoes what an attempt wrote before the row that was rejected, its notes too, and keeps what came before it',
    async run(harness) {
      const trade = await startedTrade(harness)
      const { store, outbox, account } = harness
      const alarm = (code: string): Change => alarmRow(code, 'x')
      await store.transaction(async (t) => {
        await t.lock(account, 1)
        await t.write(account, batchOf('before', [alarm('before')]))
        outbox.put(t, notificationOf(account, 'before'))
        const attempt = t.attempt(async () => {
          await t.write(account, batchOf('inside', [alarm('inside')]))
          outbox.put(t, notificationOf(account, 'inside'))
          await t.write(account, batchOf('hostile', [fill({ quantity: -1 })(trade)]))
        })
        await assert.rejects(attempt, RowRejected)
        await t.attempt(() => t.write(account, batchOf('after', [alarm('after')])))
      })
      const journal = await harness.journal()
      assert.deepEqual([...new Set(journal.map(({ batchId }) => batchId))], ['started', 'before', 'after'])
      assert.equal(firstBreak(journal), undefined)
      assert.deepEqual(await harness.notificationKeys(), ['before'])
    },
  },
  {
    name: 'rejects a tag that an intent of another account carries',
    async run(harness) {
      await startedTrade(harness)
      const { store, neighbours } = harness
      const other = tradeOf(neighbours[0], 't2')
      const changes: Change[] = [
        { type: 'trade', trade: other },
        { type: 'intent', intent: { ...intentOf(other, 'i2'), call: intentOf(other, 'i1').call } },
      ]
      await assert.rejects(
        store.transaction(async (t) => {
          await t.lock(neighbours[0], 1)
          await t.write(neighbours[0], batchOf('b2', changes))
        }),
        RowRejected,
      )
    },
  },
  {
    name: 'rejects a note that cannot be stored, or is for no user',
    async run({ store, outbox, account }) {
      const notifications = [
        { ...notificationOf(account, 'k1'), message: legacyText('a\u0000b') },
        notificationOf('unknown', 'k2'),
        { ...notificationOf(account, 'k3'), message: legacyText(HALF) },
      ]
      for (const notification of notifications)
        await assert.rejects(
          store.transaction(async (t) => outbox.put(t, notification)),
          RowRejected,
        )
    },
  },
]

/** A trade with its entry in the store. */
async function startedTrade({ store, account }: StoreHarness): Promise<Trade> {
  const trade = tradeOf(account, 't1')
  await store.transaction(async (t) => {
    await t.lock(account, 1)
    await t.write(
      account,
      batchOf('started', [
        { type: 'trade', trade },
        { type: 'intent', intent: intentOf(trade, 'i1') },
      ]),
    )
  })
  return trade
}
