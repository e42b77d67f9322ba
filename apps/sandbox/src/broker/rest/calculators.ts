import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import { ORDER_SIDES, PRODUCTS } from '@strikewise/domain/instruments/order-terms.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import * as z from 'zod'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { MarginNeed, MarginOrder } from '@strikewise/exchange/accounts/margin-calculator.ts'
import { booleanOf } from '@strikewise/exchange/orders/order-form.ts'
import { kiteErrors } from '../kite-error.ts'
import type { Call, Route } from './call.ts'
import { BROKERAGE } from '@strikewise/exchange/engine/brokerage.ts'

/** The broker's calculators: the only calls with JSON bodies (kite-connect fact sheet §15). */

const MAX_ITEMS = 100
const amount = z.coerce.number().min(0).max(1e7)

const item = z.looseObject({
  exchange: z.string(),
  tradingsymbol: z.string(),
  transaction_type: z.enum(ORDER_SIDES),
  variety: z.string().default('regular'),
  product: z.enum(PRODUCTS),
  order_type: z.string(),
  quantity: z.coerce.number().int().min(1).max(1_000_000),
})
const marginItem = item.extend({ price: amount.default(0), trigger_price: amount.default(0) })
const chargeItem = item.extend({ average_price: amount })
type MarginItem = z.infer<typeof marginItem>

/** The JSON list of a calculator call. */
async function itemsOf<T>(call: Call, schema: z.ZodType<T>): Promise<T[]> {
  if (!call.c.req.header('content-type')?.includes('application/json'))
    throw kiteErrors.input('This call takes a JSON list (application/json).')
  const json = parseJson(await call.c.req.text())
  if (json === undefined) throw kiteErrors.input('Invalid JSON body.')
  const parsed = z.array(schema).min(1).max(MAX_ITEMS).safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw kiteErrors.input(`Invalid \`${issue?.path.join('.') ?? 'body'}\`: ${issue?.message ?? ''}`)
}

function contractOf(call: Call, tradingsymbol: string): OptionContract {
  const contract = call.deps.market.path.instruments.options.find((option) => option.tradingsymbol === tradingsymbol)
  if (contract === undefined) throw kiteErrors.input('Invalid `tradingsymbol`.')
  return contract
}

/** Charges of one order or of several, in rupees. */
interface Charges {
  readonly transaction_tax: number
  readonly transaction_tax_type: string
  readonly exchange_turnover_charge: number
  readonly sebi_turnover_charge: number
  readonly brokerage: number
  readonly stamp_duty: number
  readonly gst: { readonly igst: number; readonly cgst: number; readonly sgst: number; readonly total: number }
  readonly total: number
}

const NO_CHARGES: Charges = {
  transaction_tax: 0,
  transaction_tax_type: '',
  exchange_turnover_charge: 0,
  sebi_turnover_charge: 0,
  brokerage: 0,
  stamp_duty: 0,
  gst: { igst: 0, cgst: 0, sgst: 0, total: 0 },
  total: 0,
}

function chargesRow(call: Call, side: OrderSide, value: Paise): Charges {
  const charges = chargesOf([{ side, value, on: istDateAt(call.now) }], BROKERAGE)
  const rupees = (paise: Paise): number => paise / 100
  return {
    transaction_tax: rupees(charges.stt),
    transaction_tax_type: 'stt',
    exchange_turnover_charge: rupees(charges.exchange),
    sebi_turnover_charge: rupees(charges.sebi),
    brokerage: rupees(charges.brokerage),
    stamp_duty: rupees(charges.stamp),
    gst: { igst: rupees(charges.gst), cgst: 0, sgst: 0, total: rupees(charges.gst) },
    total: rupees(charges.total),
  }
}

function sumOfCharges(rows: readonly Charges[]): Charges {
  // In whole paise, so that no sum ends in a fraction of one.
  const sum = (of: (row: Charges) => number) => rows.reduce((paise, row) => paise + Math.round(of(row) * 100), 0) / 100
  const igst = sum((row) => row.gst.igst)
  return {
    transaction_tax: sum((row) => row.transaction_tax),
    transaction_tax_type: 'stt',
    exchange_turnover_charge: sum((row) => row.exchange_turnover_charge),
    sebi_turnover_charge: sum((row) => row.sebi_turnover_charge),
    brokerage: sum((row) => row.brokerage),
    stamp_duty: sum((row) => row.stamp_duty),
    gst: { igst, cgst: 0, sgst: 0, total: igst },
    total: sum((row) => row.total),
  }
}

/** Charges of an order at its price, or at the last one where it has none. */
function chargesOfItem(call: Call, order: MarginItem): Charges {
  const { quotes } = call.deps.market.path
  const price =
    order.price > 0 ? paiseOf(order.price) : quotes.last(quotes.slotOf(contractOf(call, order.tradingsymbol).token))
  return chargesRow(call, order.transaction_type, (price * order.quantity) as Paise)
}

/** Rupees as a person may write them, to the nearest paisa: the calculators are no order book. */
const paiseOf = (rupees: number): Paise => Math.round(rupees * 100) as Paise

/** A row of the margin calculators. `mode=compact` leaves the totals alone. */
function marginRow(
  of: Pick<MarginItem, 'tradingsymbol'> | undefined,
  need: MarginNeed,
  charges: Charges,
  compact: boolean,
): object {
  const rupees = (paise: number): number => paise / 100
  const name = of === undefined ? NO_NAME : { type: 'equity', tradingsymbol: of.tradingsymbol, exchange: 'NFO' }
  const total = rupees(need.premium + need.span + need.exposure)
  if (compact) return { ...name, total }
  return {
    ...name,
    span: rupees(need.span),
    exposure: rupees(need.exposure),
    option_premium: rupees(need.premium),
    additional: 0,
    bo: 0,
    cash: 0,
    var: 0,
    pnl: { realised: 0, unrealised: 0 },
    leverage: of === undefined ? 0 : 1,
    charges,
    total,
  }
}

/** The sums of a basket are of no contract. */
const NO_NAME = { type: '', tradingsymbol: '', exchange: '' }

async function margins(call: Call): Promise<{ items: MarginItem[]; orders: MarginOrder[]; compact: boolean }> {
  const items = await itemsOf(call, marginItem)
  const orders = items.map((order): MarginOrder => {
    contractOf(call, order.tradingsymbol)
    const { tradingsymbol, transaction_type: side, product, quantity, price } = order
    return { tradingsymbol, side, product, quantity, price: paiseOf(price) }
  })
  return { items, orders, compact: call.c.req.query('mode') === 'compact' }
}

async function orderMargins(call: Call): Promise<object> {
  const { items, orders, compact } = await margins(call)
  const needs = call.deps.market.exchange.orderMargins(call.account.userId, orders, call.now)
  return items.map((order, i) => marginRow(order, needs[i]!, chargesOfItem(call, order), compact))
}

async function basketMargins(call: Call): Promise<object> {
  const considered = call.c.req.query('consider_positions')
  const withPositions = considered === undefined ? false : booleanOf(considered)
  if (withPositions === undefined) throw kiteErrors.input('Invalid `consider_positions`.')
  const { items, orders, compact } = await margins(call)
  const needs = call.deps.market.exchange.basketMargins(call.account.userId, orders, withPositions, call.now)
  const charges = items.map((order) => chargesOfItem(call, order))
  return {
    initial: marginRow(undefined, needs.initial, NO_CHARGES, compact),
    final: marginRow(undefined, needs.final, NO_CHARGES, compact),
    orders: items.map((order, i) => marginRow(order, needs.orders[i]!, charges[i]!, compact)),
    charges: sumOfCharges(charges),
  }
}

async function orderCharges(call: Call): Promise<object> {
  return (await itemsOf(call, chargeItem)).map((order) => {
    contractOf(call, order.tradingsymbol)
    if (order.average_price === 0) throw kiteErrors.input('Invalid `average_price`.')
    // An average need not be whole paise; the value of the fills is.
    const value = Math.round(order.average_price * order.quantity * 100) as Paise
    const { average_price, ...rest } = order
    return { ...rest, price: average_price, charges: chargesRow(call, order.transaction_type, value) }
  })
}

export const calculatorRoutes: readonly Route[] = [
  { method: 'POST', path: '/margins/orders', group: 'other', answer: orderMargins },
  { method: 'POST', path: '/margins/basket', group: 'other', answer: basketMargins },
  { method: 'POST', path: '/charges/orders', group: 'other', answer: orderCharges },
]
