import type { TicketQuote } from '@strikewise/wire/entry-tickets.ts'

/** What the fields of a ticket hold; empty: what the quote suggests. */
export interface TicketForm {
  readonly lots: string
  readonly limit: string
  readonly stop: string
}

export const EMPTY_FORM: TicketForm = { lots: '', limit: '', stop: '' }

/** A positive decimal as it is written; undefined: it is none. */
function priceIn(text: string): number | undefined {
  const price = Number(text.trim().replaceAll(',', ''))
  return text.trim() !== '' && Number.isFinite(price) && price > 0 ? Math.round(price * 100) / 100 : undefined
}

/** Whole lots; undefined: not written as such. */
function lotsIn(text: string): number | undefined {
  return /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text.trim()) : undefined
}

/** What a quote is asked with: only what the user wrote. */
export function quoteInput({ lots, limit, stop }: TicketForm) {
  return {
    ...(lotsIn(lots) === undefined ? {} : { lots: lotsIn(lots) }),
    ...(priceIn(limit) === undefined ? {} : { limit_price: priceIn(limit) }),
    ...(priceIn(stop) === undefined ? {} : { stop_price: priceIn(stop) }),
  }
}

export type TicketBody = NonNullable<ReturnType<typeof ticketBody>>

/** What is sent: the figures as they are shown now; undefined while something of it is missing or would be refused. */
export function ticketBody(quote: TicketQuote) {
  const { contract, lots, limit_price, stop_price } = quote
  if (!quote.can_send || limit_price === null || stop_price === null) return undefined
  if (quote.checks.length === 0 || quote.checks.some(({ refusal }) => refusal !== null)) return undefined
  const { symbol, strike, side, expiry } = contract
  return { symbol, strike, side, expiry, lots, limit_price, stop_price }
}
