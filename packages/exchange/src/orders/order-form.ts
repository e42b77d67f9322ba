import type { OrderType, Product, OrderSide, Validity } from '@strikewise/domain/instruments/order-terms.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderChange, OrderRequest, OrderRejection } from '../order-types.ts'
import { rejections } from './rejections.ts'

/** The form values of an order call, as text. */
export type OrderForm = Readonly<Record<string, string | undefined>>

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: OrderRejection }

const SIDES: readonly OrderSide[] = ['BUY', 'SELL']
const ORDER_TYPES: readonly OrderType[] = ['MARKET', 'LIMIT', 'SL', 'SL-M']
const PRODUCTS: readonly Product[] = ['NRML', 'MIS']
const VALIDITIES: readonly Validity[] = ['DAY', 'IOC', 'TTL']

/** Kept inside this file: turned into a refusal before it leaves. */
class RejectedForm extends Error {
  readonly refusal: OrderRejection
  constructor(refusal: OrderRejection) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Reads the form of `POST /orders/{variety}` (fact sheet §6.2). Rules about the market are checked later, by the exchange. */
export function parseOrderForm(variety: string, form: OrderForm): Parsed<OrderRequest> {
  return parsed(() => ({
    variety,
    exchange: text(form, 'exchange'),
    tradingsymbol: text(form, 'tradingsymbol'),
    side: oneOf(form, 'transaction_type', SIDES),
    orderType: oneOf(form, 'order_type', ORDER_TYPES),
    quantity: whole(form, 'quantity') ?? fail(rejections.missing('quantity')),
    product: oneOf(form, 'product', PRODUCTS),
    price: price(form, 'price') ?? (0 as Paise),
    triggerPrice: price(form, 'trigger_price') ?? (0 as Paise),
    validity: form['validity'] ? oneOf(form, 'validity', VALIDITIES) : 'DAY',
    validityTtlMinutes: whole(form, 'validity_ttl') ?? 0,
    disclosedQuantity: whole(form, 'disclosed_quantity') ?? 0,
    marketProtection: decimal(form, 'market_protection') ?? 0,
    autoslice: flag(form, 'autoslice'),
    tag: form['tag'] || null,
    algoId: form['algo_id'] || null,
    ...(variety === 'iceberg'
      ? {
          iceberg: {
            legs: whole(form, 'iceberg_legs') ?? fail(rejections.missing('iceberg_legs')),
            legQuantity: whole(form, 'iceberg_quantity') ?? fail(rejections.missing('iceberg_quantity')),
          },
        }
      : {}),
  }))
}

/** Reads the form of `PUT /orders/{variety}/{order_id}`; what is absent or empty stays as it is. */
export function parseChangeForm(form: OrderForm): Parsed<OrderChange> {
  return parsed(() => {
    const quantity = whole(form, 'quantity')
    const limit = price(form, 'price')
    const trigger = price(form, 'trigger_price')
    const ttl = whole(form, 'validity_ttl')
    const protection = decimal(form, 'market_protection')
    return {
      ...(form['order_type'] ? { orderType: oneOf(form, 'order_type', ORDER_TYPES) } : {}),
      ...(quantity === undefined ? {} : { quantity }),
      ...(limit === undefined ? {} : { price: limit }),
      ...(trigger === undefined ? {} : { triggerPrice: trigger }),
      ...(form['validity'] ? { validity: oneOf(form, 'validity', VALIDITIES) } : {}),
      ...(ttl === undefined ? {} : { validityTtlMinutes: ttl }),
      ...(protection === undefined ? {} : { marketProtection: protection }),
    }
  })
}

function parsed<T>(read: () => T): Parsed<T> {
  try {
    return { ok: true, value: read() }
  } catch (error) {
    if (error instanceof RejectedForm) return { ok: false, refusal: error.refusal }
    throw error
  }
}

function fail(refusal: OrderRejection): never {
  throw new RejectedForm(refusal)
}

function text(form: OrderForm, field: string): string {
  return form[field] || fail(rejections.missing(field))
}

function oneOf<T extends string>(form: OrderForm, field: string, allowed: readonly T[]): T {
  const value = text(form, field)
  return allowed.find((candidate) => candidate === value) ?? fail(rejections.invalid(field))
}

function decimal(form: OrderForm, field: string): number | undefined {
  const value = form[field]
  if (value === undefined || value === '') return undefined
  if (!/^-?\d{1,12}(\.\d+)?$/.test(value)) return fail(rejections.badField(field, value, 'decimal'))
  return Number(value)
}

function whole(form: OrderForm, field: string): number | undefined {
  const value = decimal(form, field)
  if (value !== undefined && !Number.isSafeInteger(value))
    return fail(rejections.badField(field, String(form[field]), 'integer'))
  return value
}

function price(form: OrderForm, field: string): Paise | undefined {
  const value = decimal(form, field)
  if (value === undefined) return undefined
  try {
    return paiseFromRupees(value)
  } catch {
    return fail(rejections.tick(5 as Paise))
  }
}

function flag(form: OrderForm, field: string): boolean {
  const value = form[field]
  if (value === undefined || value === '') return false
  return booleanOf(value) ?? fail(rejections.badField(field, value, 'boolean'))
}

const TRUE_TEXTS: readonly string[] = ['1', 't', 'T', 'true', 'TRUE', 'True']
const FALSE_TEXTS: readonly string[] = ['0', 'f', 'F', 'false', 'FALSE', 'False']

/** A boolean as clients of several languages write it (Python: `True`); undefined when it is none. */
export function booleanOf(text: string): boolean | undefined {
  if (TRUE_TEXTS.includes(text)) return true
  return FALSE_TEXTS.includes(text) ? false : undefined
}
