import type { Batch, Change } from '@strikewise/execution/store/change.ts'
import { journalRow, type JournalRow } from '@strikewise/execution/store/journal.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../store/database.ts'

type Of<T extends Change['type']> = Extract<Change, { type: T }>

/** The end of an account's journal. */
export interface JournalEnd {
  readonly seq: number
  readonly hash: string
}

/** Writes a batch: its journal rows, then the state they lead to, one statement a table. Answers the journal's new end. */
export async function writeBatch(
  trx: Transaction<Database>,
  account: string,
  end: JournalEnd,
  batch: Batch,
): Promise<JournalEnd> {
  const rows: JournalRow[] = []
  for (const change of batch.changes) rows.push(journalRow(account, rows.at(-1) ?? end, batch.at, batch.id, change))
  if (rows.length === 0) return end
  await trx
    .insertInto('account_journal')
    .values(
      rows.map((row) => ({
        account_id: account,
        seq: row.seq,
        at: row.at,
        batch_id: row.batchId,
        kind: row.change.type,
        change: JSON.stringify(row.change),
        hash: row.hash,
        prev_hash: row.prevHash,
      })),
    )
    .execute()
  // Trades first: everything else refers to them.
  await writeTrades(
    trx,
    newest(of(batch, 'trade'), (change) => change.trade.id),
  )
  await writeIntents(
    trx,
    newest(of(batch, 'intent'), (change) => change.intent.id),
  )
  await writeOrders(
    trx,
    newest(of(batch, 'order'), (change) => `${change.on}/${change.order.orderId}`),
  )
  await writeFills(trx, of(batch, 'fill'))
  await writeRefusals(trx, of(batch, 'refusal'))
  for (const { lock } of of(batch, 'lock')) {
    const values = { account_id: account, on_day: lock.on, reason: lock.reason, at: lock.at }
    await trx
      .insertInto('day_locks')
      .values(values)
      .onConflict((conflict) => conflict.columns(['account_id', 'on_day']).doUpdateSet(values))
      .execute()
  }
  const { seq, hash } = rows.at(-1)!
  return { seq, hash }
}

async function writeTrades(trx: Transaction<Database>, changes: readonly Of<'trade'>[]): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('trades')
    .values(
      changes.map(({ trade }) => ({
        id: trade.id,
        account_id: trade.accountId,
        on_day: trade.on,
        symbol: trade.contract.symbol,
        decision_id: trade.decisionId,
        state: trade.state,
        created_at: trade.createdAt,
        net_paise: netOf(trade),
        body: JSON.stringify(trade),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        state: row.ref('excluded.state'),
        net_paise: row.ref('excluded.net_paise'),
        body: row.ref('excluded.body'),
      })),
    )
    .execute()
}

async function writeIntents(trx: Transaction<Database>, changes: readonly Of<'intent'>[]): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('intents')
    .values(
      changes.map(({ intent }) => ({
        id: intent.id,
        account_id: intent.accountId,
        trade_id: intent.tradeId,
        kind: intent.kind,
        outcome: intent.outcome.state,
        tag: intent.call.type === 'place' ? intent.call.order.tag : null,
        created_at: intent.createdAt,
        body: JSON.stringify(intent),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ outcome: row.ref('excluded.outcome'), body: row.ref('excluded.body') })),
    )
    .execute()
}

async function writeOrders(trx: Transaction<Database>, changes: readonly Of<'order'>[]): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('broker_orders')
    .values(
      changes.map(({ order, on }) => ({
        account_id: order.accountId,
        on_day: on,
        order_id: order.orderId,
        trade_id: order.tradeId,
        phase: order.phase,
        body: JSON.stringify(order),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'on_day', 'order_id'])
        .doUpdateSet((row) => ({ phase: row.ref('excluded.phase'), body: row.ref('excluded.body') })),
    )
    .execute()
}

async function writeFills(trx: Transaction<Database>, changes: readonly Of<'fill'>[]): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('fills')
    .values(
      changes.map(({ fill, on }) => ({
        account_id: fill.accountId,
        on_day: on,
        trade_id: fill.tradeId,
        order_id: fill.orderId,
        fill_id: fill.fillId,
        side: fill.side,
        quantity: fill.quantity,
        price_paise: fill.price,
        filled_at: fill.at,
        by_hand: fill.byHand,
        tradingsymbol: fill.tradingsymbol,
        product: fill.product,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function writeRefusals(trx: Transaction<Database>, changes: readonly Of<'refusal'>[]): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('entry_refusals')
    .values(
      changes.map(({ refusal }) => ({
        account_id: refusal.accountId,
        symbol: refusal.symbol,
        decision_id: refusal.decisionId,
        on_day: refusal.on,
        at: refusal.at,
        code: refusal.code,
        text: refusal.text,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function of<T extends Change['type']>(batch: Batch, type: T): Of<T>[] {
  return batch.changes.filter((change): change is Of<T> => change.type === type)
}

/** The last change of each thing: one statement may not touch a row twice. */
function newest<C>(changes: readonly C[], keyOf: (change: C) => string): C[] {
  return [...new Map(changes.map((change) => [keyOf(change), change])).values()]
}

function netOf(trade: Trade): number | null {
  return trade.state === 'closed' && trade.result !== null ? trade.result.net : null
}
