// @invariant crash-recovery
import assert from 'node:assert/strict'
import { withLostRows } from '../persist/known-rows.ts'
import type { Batch, Change } from '../store/account-changes.ts'
import { firstBreak } from '../store/journal.ts'
import { DAY } from './scenario.ts'
import type { StoreCase, StoreHarness } from './store-harness.ts'
import { batchOf, fillOf, intentOf, orderOf, tradeOf } from './store-rows.ts'

const EPOCH = 3

/** A batch of an offline journal that changes a trade, with the rows of it. */
function journaled(account: string, journalSeq: number): Batch {
  const trade = tradeOf(account, 't1')
  const answered = { ...intentOf(trade, 'i1'), outcome: { state: 'refused', at: trade.createdAt, code: 'x', text: '' } }
  const changes: Change[] = [
    { type: 'trade', trade },
    { type: 'intent', intent: intentOf(trade, 'i1') },
    { type: 'order', order: orderOf(trade), on: DAY },
    { type: 'fill', fill: fillOf(trade), on: DAY },
  ]
  const batch = batchOf('offline', [{ type: 'intent', intent: answered } as Change], EPOCH)
  return { ...batch, known: { on: DAY, journalSeq, changes } }
}

async function bringIn({ store, account }: StoreHarness, batch: Batch, epoch: number): Promise<readonly string[]> {
  return store.transaction(async (t) => {
    await t.lock(account, epoch)
    const results: string[] = []
    for await (const one of withLostRows(t, account, [batch])) results.push(await t.write(account, one))
    return results
  })
}

/** What a store takes of an offline journal whose trade it has lost. */
export const KNOWN_ROWS_CASES: readonly StoreCase[] = [
  {
    name: 'takes the rows that it has lost before the batch of the offline journal that goes on from them, once',
    async run(harness) {
      const { store, account } = harness
      const batch = journaled(account, 4)
      assert.deepEqual(await bringIn(harness, batch, EPOCH), ['written', 'written'])
      const rows = await store.transaction(async (t) => {
        await t.lock(account, EPOCH)
        return t.load(account, DAY)
      })
      assert.deepEqual(
        [rows.trades, rows.orders, rows.fills].map((kind) => kind.length),
        [1, 1, 1],
      )
      assert.deepEqual(
        rows.intents.map(({ id, outcome }) => [id, outcome.state]),
        [['i1', 'refused']],
      )
      const journal = await harness.journal()
      assert.deepEqual(
        journal.map(({ change }) => change.type),
        ['trade', 'intent', 'order', 'fill', 'intent'],
      )
      assert.equal(firstBreak(journal), undefined)
      await bringIn(harness, batch, EPOCH + 1)
      assert.equal((await harness.journal()).length, 5)
    },
  },
  {
    name: 'takes no rows of an offline journal whose account a later executor has owned',
    async run(harness) {
      const { store, account } = harness
      await store.transaction((t) => t.lock(account, EPOCH + 1))
      const results = await bringIn(harness, journaled(account, 4), EPOCH + 2)
      assert.deepEqual(results, ['outdated', 'outdated'])
      assert.deepEqual(await harness.journal(), [])
    },
  },
]
