import * as z from 'zod'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import { ORDINARY_RULES } from '@strikewise/exchange/world/world.ts'
import { kiteErrors } from '../kite-error.ts'
import type { Call, Route } from './call.ts'

/** The broker's calculators: the only calls with JSON bodies (kite-connect fact sheet §15). */

const MAX_ITEMS = 100
const amount = z.coerce.number().min(0).max(1e7)

const item = z.looseObject({
  exchange: z.string(),
  tradingsymbol: z.string(),
  transaction_type: z.enum(['BUY', 'SELL']),
  variety: z.string().default('regular'),
  product: z.string(),
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
  let json: unknown
  try {
    json = JSON.parse(await call.c.req.text())
  } catch {
    throw kiteErrors.input('Invalid JSON body.')
  }
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

function chargesRow(call: Call, side: 'BUY' | 'SELL', value: Paise): object {
  const charges = chargesOf([{ side, value, on: istDateAt(call.now) }])
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

/** What one order needs: a buyer its premium, a seller of what is not held a flat margin, as the exchange asks it. */
function marginOf(call: Call, order: MarginItem, held: number): { row: MarginRow; charges: object } {
  const { quotes } = call.deps.market.path
  const contract = contractOf(call, order.tradingsymbol)
  const price = order.price > 0 ? paiseFromRupees(order.price) : quotes.last(quotes.slotOf(contract.token))
  const value = (price * order.quantity) as Paise
  const uncovered = order.transaction_type === 'SELL' ? Math.max(0, order.quantity - Math.max(0, held)) : 0
  const spot = quotes.last(quotes.slotOf(INDEX_TOKENS[contract.symbol]))
  const short = Math.round((uncovered * spot * ORDINARY_RULES.shortMarginPct) / 100)
  const premium = order.transaction_type === 'BUY' ? value : 0
  const charges = chargesRow(call, order.transaction_type, value)
  return { row: marginRow(order.tradingsymbol, premium, short, charges), charges }
}

interface MarginRow {
  readonly option_premium: number
  readonly span: number
  readonly total: number
}

function marginRow(tradingsymbol: string, premium: number, short: number, charges: object): MarginRow {
  return Object.assign(
    {
      type: 'equity',
      tradingsymbol,
      exchange: tradingsymbol === '' ? '' : 'NFO',
      exposure: 0,
      additional: 0,
      bo: 0,
      cash: 0,
      var: 0,
    },
    { pnl: { realised: 0, unrealised: 0 }, leverage: 1, charges },
    { span: short / 100, option_premium: premium / 100, total: (premium + short) / 100 },
  )
}

async function orderMargins(call: Call): Promise<object> {
  return (await itemsOf(call, marginItem)).map((order) => marginOf(call, order, 0).row)
}

async function basketMargins(call: Call): Promise<object> {
  const considered = call.c.req.query('consider_positions') === 'true'
  const positions = considered ? call.deps.market.exchange.positions(call.account.userId, call.now).net : []
  const heldOf = (order: MarginItem) =>
    positions.find((row) => row.tradingsymbol === order.tradingsymbol && row.product === order.product)?.quantity ?? 0
  const rows = (await itemsOf(call, marginItem)).map((order) => marginOf(call, order, heldOf(order)))
  const total = (field: 'option_premium' | 'span') =>
    rows.reduce((sum, { row }) => sum + Math.round(row[field] * 100), 0)
  const sum = marginRow('', total('option_premium'), total('span'), {})
  // No spread benefit is modelled, so what is needed at first and in the end are the same.
  return {
    initial: sum,
    final: sum,
    orders: rows.map(({ row }) => row),
    charges: { orders: rows.map(({ charges }) => charges) },
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
