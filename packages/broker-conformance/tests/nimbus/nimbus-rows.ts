import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerRejectionCode, OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { BrokerOrder, OrderPhase, OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerPosition } from '@strikewise/execution/ports.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { Redactor } from '@strikewise/brokers/redact.ts'
import { storableText } from '@strikewise/domain/text/storable-text.ts'
import type { HttpReply } from './nimbus-http.ts'

/** The broker's words for where an order stands. An unknown one is live. */
export const NIMBUS_STATUSES = {
  received: 'pending',
  working: 'open',
  waiting_trigger: 'armed',
  cancel_requested: 'cancelling',
  done: 'complete',
  cancelled: 'cancelled',
  rejected: 'rejected',
  parked: 'pending',
} as const satisfies Record<string, OrderPhase>

/** Codes that prove that nothing was accepted. Every other answer leaves a call in doubt. */
export const NIMBUS_CODES: Readonly<Record<string, BrokerRejectionCode>> = {
  TRIGGER_SIDE: 'trigger_through',
  PRICE_BAND: 'price_band',
  NO_FUNDS: 'funds',
  FREEZE: 'freeze',
  BAD_ORDER: 'bad_request',
  BUSY: 'processing',
  NO_SUCH_ORDER: 'unknown_order',
  TOO_MANY_CHANGES: 'modify_limit',
  SLOW_DOWN: 'rate_limited',
  SESSION_OVER: 'token_expired',
  NOT_ALLOWED: 'not_permitted',
  CLOSED: 'session_closed',
  RISK: 'other',
}

const PREFIX = 'sw-'

/** Our reference as the broker's order id of the client. */
export function clientIdOf(tag: string): string {
  return `${PREFIX}${tag}`
}

export function tagOfClientId(clientId: unknown): string | null {
  return typeof clientId === 'string' && clientId.startsWith(PREFIX) ? clientId.slice(PREFIX.length) : null
}

type Row = Readonly<Record<string, unknown>>

/** The body's object; undefined for whatever is none. */
export function jsonOf({ contentType, body }: Pick<HttpReply, 'contentType' | 'body'>): Row | undefined {
  if (!contentType.startsWith('application/json')) return undefined
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Row) : undefined
  } catch {
    return undefined
  }
}

/** Whether the broker took a call, by proof alone. `asked`: the order that a change or a cancel was for. */
export function ackOf(reply: HttpReply, redact: Redactor, asked?: string): OrderAck {
  const json = jsonOf(reply)
  const id = (json?.['order'] as Row | undefined)?.['id']
  if (reply.status >= 200 && reply.status < 300 && typeof id === 'string' && id !== '' && id === (asked ?? id))
    return { type: 'accepted', orderId: id }
  // An answer that names another order, or an order beside an error, contradicts itself.
  if (id !== undefined) return { type: 'in_doubt', why: `an order is named in HTTP ${reply.status}` }
  // The edge in front of the broker refuses without its words; nothing passed it.
  if (reply.status === 429) return { type: 'refused', code: 'rate_limited', text: 'too many calls' }
  const fault = json?.['fault'] as Row | undefined
  const code = typeof fault?.['code'] === 'string' ? NIMBUS_CODES[fault['code']] : undefined
  const detail = typeof fault?.['detail'] === 'string' ? fault['detail'] : `no proof in HTTP ${reply.status}`
  const text = redact(storableText(detail))
  return code !== undefined && reply.status >= 400 && reply.status < 500
    ? { type: 'refused', code, text }
    : { type: 'in_doubt', why: text }
}

const PRICE = /^(\d{1,7})\.(\d\d)$/

/** `"120.05"` → 12005; undefined for what is no whole amount of paise. */
function paise(text: unknown): Paise | undefined {
  const [, whole, part] = (typeof text === 'string' && PRICE.exec(text)) || []
  return whole === undefined ? undefined : (Number(whole + part) as Paise)
}

function priceText(price: Paise): string {
  return (price / 100).toFixed(2)
}

const units = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const sideOf = (value: unknown): OrderSide | undefined =>
  value === 'buy' ? 'BUY' : value === 'sell' ? 'SELL' : undefined
const productOf = (value: unknown) => (value === 'intraday' ? 'MIS' : value === 'carry' ? 'NRML' : undefined)
const KINDS: Readonly<Record<string, BrokerOrder['kind']>> = { limit: 'LIMIT', stop_limit: 'SL' }

/** One order of the book; undefined where a field cannot be what it says. */
export function orderOf(row: Row, redact: Redactor): BrokerOrder | undefined {
  const read = {
    orderId: text(row['id']),
    tradingsymbol: text(row['symbol']),
    side: sideOf(row['side']),
    product: productOf(row['product']),
    quantity: units(row['quantity']),
    price: paise(row['price']),
    trigger: paise(row['trigger']),
    filled: units(row['filled']),
  }
  if (Object.values(read).includes(undefined)) return undefined
  const phase = (NIMBUS_STATUSES as Readonly<Record<string, OrderPhase>>)[String(row['status'])]
  return {
    ...(read as { [K in keyof typeof read]: NonNullable<(typeof read)[K]> }),
    tag: tagOfClientId(row['clientOrderId']),
    phase: phase ?? 'pending',
    kind: KINDS[String(row['type'])] ?? 'other',
    averagePrice: Number(row['averagePrice']) * 100,
    updatedAt: row['updatedAt'] === null ? null : (Number(row['updatedAt']) as EpochMs),
    message: typeof row['message'] === 'string' ? redact(storableText(row['message'])) : null,
  }
}

export function fillOf(row: Row): BrokerFill | undefined {
  const read = {
    fillId: text(row['id']),
    orderId: text(row['orderId']),
    tradingsymbol: text(row['symbol']),
    side: sideOf(row['side']),
    product: productOf(row['product']),
    quantity: units(row['quantity']),
    price: paise(row['price']),
    at: units(row['at']),
  }
  // A price of 0 is none.
  return read.price === 0 || Object.values(read).includes(undefined) ? undefined : (read as unknown as BrokerFill)
}

export function positionOf(row: Row): BrokerPosition | undefined {
  const read = {
    tradingsymbol: text(row['symbol']),
    product: productOf(row['product']),
    quantity: units(row['net']),
  }
  return Object.values(read).includes(undefined) ? undefined : (read as BrokerPosition)
}

/** What an order asks for in the broker's words; undefined for terms it does not know. */
export function bodyOf(terms: OrderTerms): Row | undefined {
  if (terms.kind === 'LIMIT' && terms.validity === 'IOC') return undefined
  if (!Number.isSafeInteger(terms.quantity) || terms.quantity <= 0) return undefined
  if (terms.kind === 'MARKET') return { type: 'market', quantity: terms.quantity }
  if (!Number.isSafeInteger(terms.price)) return undefined
  const limit = { quantity: terms.quantity, price: priceText(terms.price) }
  return terms.kind === 'LIMIT'
    ? { type: 'limit', ...limit }
    : { type: 'stop_limit', ...limit, trigger: priceText(terms.trigger) }
}
