import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import type { EntryOffer } from '@strikewise/execution/pre-trade/approval.ts'
import type { CoverPnl, Trade } from '@strikewise/execution/trade/trade.ts'
import { split } from '@strikewise/messages/split.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../src/store/database.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'

/** `covered`: closed, and 75 units more that its orders sold at 109.00 were bought back at 112.00. */
type Fixture = 'open' | 'open without a stop' | 'closed' | 'covered'

type Size = Partial<Pick<Trade, 'quantity' | 'sizing'>>

const SHORT_SALE = { side: 'SELL', value: 817_500 as Paise } as const
const COVER = { side: 'BUY', value: 840_000 as Paise } as const

function coverOf(on: IstDate): CoverPnl {
  const charges = chargesOf(
    [
      { ...SHORT_SALE, on },
      { ...COVER, on },
    ],
    BROKER.profile.brokerage,
  )
  const gross = (SHORT_SALE.value - COVER.value) as Paise
  return {
    units: 75,
    soldValue: SHORT_SALE.value,
    boughtValue: COVER.value,
    gross,
    charges,
    net: (gross - charges.total) as Paise,
    soldAt: istInstant(on, 9, 45),
    boughtAt: istInstant(on, 9, 46),
  }
}

/** Writes a ticket for a lot of the same call, sent at half past nine and answered by nothing. */
export async function writeEntryTicket(db: Kysely<Database>, userId: string, on: IstDate, id: string): Promise<void> {
  const { contract } = tradeOf(userId, on, id, 'open', {})
  const askedAt = istInstant(on, 9, 30)
  await db
    .insertInto('entry_tickets')
    .values({
      id,
      user_id: userId,
      account_id: userId,
      on_day: on,
      symbol: 'NIFTY',
      mode: 'paper',
      channel: 'web',
      contract: JSON.stringify(contract),
      lots: 1,
      limit_paise: 1e4,
      stop_distance_paise: 2e3,
      sl_buffer_paise: 1e3,
      trails: false,
      spot_paise: 25e5,
      asked_at: askedAt,
      valid_until: askedAt + 15e3,
    })
    .execute()
}

/** Writes an entry of the same call that waits for its user's approval for 30 s. Returns the decision, which names it. */
export async function writeEntryOffer(
  db: Kysely<Database>,
  userId: string,
  decisionId: string,
  at: EpochMs,
  change: Partial<EntryOffer> = {},
): Promise<string> {
  const on = istDateAt(at)
  const { contract } = tradeOf(userId, on, decisionId, 'open', {})
  const prices = { limit: 15_000 as Paise, stop: 12_000 as Paise, worstLoss: 240_000 as Paise }
  const until = (at + 30_000) as EpochMs
  const offer = { contract: contractRef(contract), mode: 'paper', lots: 1, ...prices, until, ...change } as const
  await db
    .insertInto('execution_accounts')
    .values({ account_id: userId, journal_hash: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('entry_refusals')
    .values({
      account_id: userId,
      symbol: 'NIFTY',
      decision_id: decisionId,
      on_day: on,
      at,
      code: 'approval_needed',
      text: null,
      message: split({ code: 'refusal.approval_needed', ...offer }),
    })
    .execute()
  return decisionId
}

/** Writes a trade of 75 NIFTY calls bought in two fills (100.00 and 101.00) the way the trader role leaves it. */
export async function writeTrade(
  db: Kysely<Database>,
  userId: string,
  on: IstDate,
  id: string,
  fixture: Fixture,
  size: Size = {},
): Promise<void> {
  const trade = tradeOf(userId, on, id, fixture, size)
  await writeTradeRow(db, trade)
  if (fixture === 'open') await writeStop(db, trade)
  await writeFills(db, trade)
}

async function writeTradeRow(db: Kysely<Database>, trade: Trade): Promise<void> {
  await db
    .insertInto('execution_accounts')
    .values({ account_id: trade.accountId, journal_hash: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('trades')
    .values({
      id: trade.id,
      account_id: trade.accountId,
      on_day: trade.on,
      symbol: 'NIFTY',
      decision_id: trade.decisionId,
      state: trade.state,
      created_at: trade.createdAt,
      net_paise: null,
      body: JSON.stringify(trade),
    })
    .execute()
}

function tradeOf(userId: string, on: IstDate, id: string, fixture: Fixture, size: Size): Trade {
  const held = {
    id,
    accountId: userId,
    userId,
    mode: 'paper',
    on,
    decisionId: `decision-${id}`,
    direction: 'up',
    contract: {
      token: 1,
      tradingsymbol: 'NIFTY26NOV25000CE',
      symbol: 'NIFTY',
      expiry: '2026-11-24' as IstDate,
      strike: 25_000,
      side: 'CE',
      tickSize: 5 as Paise,
      lotSize: 75,
    },
    product: 'NRML',
    lots: 1,
    quantity: 75,
    entrySettings: { slBuffer: 1000 as Paise, trailing: false, stopDistance: 2000 as Paise, firstMid: 10_000 as Paise },
    createdAt: istInstant(on, 9, 30),
    manualExitQuantity: 0,
    enteredAt: istInstant(on, 9, 30, 2),
    entryPrice: 10_067 as Paise,
    risk: 2000 as Paise,
    trigger: 8065 as Paise,
    bestBid: 10_100 as Paise,
    ...size,
  } as const
  return fixture !== 'closed' && fixture !== 'covered'
    ? { ...held, state: 'open' }
    : {
        ...held,
        state: 'closed',
        exitReason: 'target',
        closedAt: istInstant(on, 9, 45),
        traded: 75,
        result: {
          entryValue: 755_000 as Paise,
          exitValue: 825_000 as Paise,
          gross: 70_000 as Paise,
          charges: 5432 as Paise,
          net: 64_568 as Paise,
        },
        ...(fixture === 'covered' ? { cover: coverOf(on) } : {}),
      }
}

async function writeFills(db: Kysely<Database>, trade: Trade): Promise<void> {
  const fills: readonly { side: OrderSide; quantity: number; price: number }[] = [
    { side: 'BUY', quantity: 25, price: 10_000 },
    { side: 'BUY', quantity: 50, price: 10_100 },
    ...(trade.state === 'closed' ? [{ side: 'SELL' as const, quantity: 75, price: 11_000 }] : []),
  ]
  await db
    .insertInto('fills')
    .values(
      fills.map((fill, at) => ({
        account_id: trade.accountId,
        on_day: trade.on,
        trade_id: trade.id,
        order_id: `o-${trade.id}-${fill.side}`,
        fill_id: `f-${at}`,
        side: fill.side,
        quantity: fill.quantity,
        price_paise: fill.price,
        filled_at: trade.createdAt,
        is_manual: false,
        tradingsymbol: trade.contract.tradingsymbol,
        product: 'NRML',
      })),
    )
    .execute()
}

/** Writes an open trade whose entry the order book shows, filled at 100.67, before the trade book that lists the fills was read. */
export async function writeTradeWithoutFills(
  db: Kysely<Database>,
  userId: string,
  on: IstDate,
  id: string,
): Promise<void> {
  const trade = tradeOf(userId, on, id, 'open', {})
  await writeTradeRow(db, trade)
  await writeOrder(db, trade, {
    orderId: `entry-${id}`,
    intentId: `enter-${id}`,
    side: 'BUY',
    phase: 'complete',
    kind: 'LIMIT',
    price: 10_100 as Paise,
    trigger: 0 as Paise,
    filled: 75,
    averagePrice: 10_066.67,
  })
}

/** The trade's stop as it rests at the broker: trigger 80.65. */
function writeStop(db: Kysely<Database>, trade: Trade): Promise<void> {
  return writeOrder(db, trade, {
    orderId: `stop-${trade.id}`,
    intentId: `protect-${trade.id}`,
    side: 'SELL',
    phase: 'armed',
    kind: 'SL',
    price: 7065 as Paise,
    trigger: 8065 as Paise,
    filled: 0,
    averagePrice: 0,
  })
}

type OrderFixture = Pick<
  OrderRecord,
  'orderId' | 'intentId' | 'side' | 'phase' | 'kind' | 'price' | 'trigger' | 'filled' | 'averagePrice'
>

async function writeOrder(db: Kysely<Database>, trade: Trade, fixture: OrderFixture): Promise<void> {
  const order: OrderRecord = {
    ...fixture,
    tag: null,
    tradingsymbol: trade.contract.tradingsymbol,
    product: trade.product,
    quantity: 75,
    updatedAt: null,
    message: null,
    accountId: trade.accountId,
    tradeId: trade.id,
    acknowledgedAt: trade.createdAt,
    seenAt: null,
    modifies: 0,
  }
  await db
    .insertInto('broker_orders')
    .values({
      account_id: trade.accountId,
      on_day: trade.on,
      order_id: order.orderId,
      trade_id: trade.id,
      phase: order.phase,
      body: JSON.stringify(order),
    })
    .execute()
}

/**
 * Makes an open trade one that is being exited: its stop was changed into the exit, filled in part and is changed again, one order
 * never reached the broker, and one is in doubt.
 */
export async function writeExit(db: Kysely<Database>, id: string, since: EpochMs): Promise<void> {
  const { body } = await db.selectFrom('trades').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  const exiting = { ...body, state: 'exiting', exitReason: 'time', exitSince: since } as Trade
  await db
    .updateTable('trades')
    .set({ state: 'exiting', body: JSON.stringify(exiting) })
    .where('id', '=', id)
    .execute()
  const stop = `stop-${id}`
  const order = { kind: 'LIMIT', phase: 'open', filled: 25, averagePrice: 10_712.5 } satisfies Partial<OrderRecord>
  await sql`update broker_orders set body = body || ${JSON.stringify(order)}::jsonb where order_id = ${stop}`.execute(
    db,
  )
  const at = (ms: number) => (since + ms) as EpochMs
  const terms = { kind: 'LIMIT', quantity: 75, price: 10_700 as Paise, validity: 'DAY' } as const
  const modify = { type: 'modify', orderId: stop, terms } as const
  const place = {
    type: 'place',
    order: { tag: 'a-tag', tradingsymbol: body.contract.tradingsymbol, side: 'SELL', product: 'NRML', terms },
  } as const
  await writeExitIntents(db, body, [
    { createdAt: at(1000), call: modify, outcome: { state: 'accepted', at: at(1100), orderId: stop } },
    { createdAt: at(4000), call: modify, outcome: { state: 'sending' } },
    { createdAt: at(5000), call: place, outcome: { state: 'absent', at: at(5500) } },
    { createdAt: at(5600), call: place, outcome: { state: 'refused', at: at(5700), code: 'not_sent', text: '' } },
    { createdAt: at(6000), call: place, outcome: { state: 'in_doubt', since: at(6000), notBefore: at(6000), why: '' } },
  ])
}

async function writeExitIntents(
  db: Kysely<Database>,
  trade: Trade,
  calls: readonly Pick<Intent, 'createdAt' | 'call' | 'outcome'>[],
): Promise<void> {
  const intents = calls.map((one, at): Intent => ({
    id: `exit-${trade.id}-${at}`,
    accountId: trade.accountId,
    tradeId: trade.id,
    kind: 'exit',
    attempt: at + 1,
    reason: 'time',
    on: trade.on,
    epoch: 1,
    deadline: one.createdAt,
    ...one,
  }))
  await db
    .insertInto('intents')
    .values(
      intents.map((intent) => ({
        id: intent.id,
        account_id: intent.accountId,
        trade_id: intent.tradeId,
        kind: intent.kind,
        outcome: intent.outcome.state,
        tag: null,
        created_at: intent.createdAt,
        body: JSON.stringify(intent),
      })),
    )
    .execute()
}
