import type { OrderPageForm, PreparedOrder } from '@strikewise/brokers/order-page.ts'
import { INDEX_TOKENS, type OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { istDateAt, istIso } from '@strikewise/domain/time/ist.ts'
import { TICKET_VALID_MS } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import type { CheckName } from '@strikewise/execution/pre-trade/pre-trade-check.ts'
import type { EntryRefusalReason } from '@strikewise/execution/refusal.ts'
import { split } from '@strikewise/messages/split.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { manualRightsOf } from '@strikewise/plans/entitlements.ts'
import type { TicketQuote } from '@strikewise/wire/entry-tickets.ts'
import type { Profile } from '../accounts/profiles.ts'
import { costReply } from '../trade-cost/cost-reply.ts'
import { plannedCost } from '../trade-cost/planned-cost.ts'
import { shownRefusal } from '../trades/refusal-action.ts'
import { newTicket } from './store-ticket.ts'
import { chosenSettings, ticketChecks, type TicketAccount } from './ticket-account.ts'
import type { TicketMarket } from './ticket-market.ts'
import { contractColumns } from './ticket-reply.ts'
import { stopRange, suggestedLimit, suggestedStop, ticketFigures, type TicketPrices } from './ticket-terms.ts'

/** Parts of the check that look at nothing but the account and the clock: a plan that sees prices late learns nothing newer. */
const WITHOUT_PRICES: readonly CheckName[] = ['account', 'market', 'limits']

interface QuoteInput {
  readonly contract: OptionContract
  readonly profile: Pick<Profile, 'plan' | 'link'>
  readonly account: TicketAccount
  readonly prices: TicketMarket
  readonly asked: {
    readonly lots: number | undefined
    readonly limit: Paise | undefined
    readonly stop: Paise | undefined
  }
  readonly market: Parameters<typeof ticketChecks>[2]
  /** The broker's own page with the order filled in; null: there is none. */
  readonly orderPage: (order: PreparedOrder) => OrderPageForm | null
}

/** What a ticket would pay, risk and be refused by now. What is not asked for is suggested. */
export function ticketQuote(
  { contract, profile, account, prices, asked, market, orderPage }: QuoteInput,
  renderer: Renderer,
): TicketQuote {
  const { now } = market
  const { lots: settingsLots, slBuffer, trailing } = chosenSettings(account.facts, contract.symbol)
  const lots = asked.lots ?? settingsLots
  const chosen = pricesOf(contract, prices, asked)
  const figures = chosen && ticketFigures(istDateAt(now), contract, chosen, { lots, slBuffer, trailing })
  const mode = profile.link ?? null
  const canSend = manualRightsOf(profile.plan, mode ?? 'paper', now).symbols.includes(contract.symbol)
  const isForOrderPage = chosen !== undefined && canSend && mode !== 'live' && prices.delaySeconds === 0
  return {
    contract: contractColumns(contract),
    bid: shown(prices.bid),
    ask: shown(prices.ask),
    last: shown(prices.last),
    as_of: prices.asOf === undefined ? null : istIso(prices.asOf),
    delay_seconds: prices.delaySeconds,
    mode,
    can_send: canSend,
    lots,
    quantity: lots * contract.lotSize,
    limit_price: shown(chosen?.limit),
    stop_price: shown(chosen?.stop),
    stop_range: chosen === undefined ? null : rangeOf(chosen.limit, contract),
    target_price: shown(figures?.target),
    trailing,
    outlay: shown(figures?.outlay),
    worst_loss: shown(figures?.worstLoss),
    cost: chosen === undefined ? null : costReply(costOf(chosen)),
    checks: chosen === undefined ? [] : checks(),
    order_page: isForOrderPage ? orderPage({ contract, quantity: lots * contract.lotSize, limit: chosen.limit }) : null,
    valid_seconds: TICKET_VALID_MS / 1000,
  }

  function costOf({ limit, stop }: TicketPrices) {
    const { bid, ask, delta, theta } = prices
    const stopDistance = (limit - stop) as Paise
    const spot = market.quote(INDEX_TOKENS[contract.symbol])?.last
    return plannedCost({ at: now, contract, lots, limit, stopDistance, bid, ask, delta, theta, spot })
  }

  function checks(): TicketQuote['checks'] {
    const { limit, stop } = chosen!
    const spot = (market.quote(INDEX_TOKENS[contract.symbol])?.last ?? contract.strike * 100) as Paise
    const ticket = newTicket({ mode: mode ?? 'paper', contract, lots, limit, stop, slBuffer, trailing, spot }, now)
    const found = ticketChecks(ticket, account, market)
    return [...found]
      .filter(([check]) => prices.delaySeconds === 0 || WITHOUT_PRICES.includes(check))
      .map(([check, refusal]) => ({ check, refusal: refusal === undefined ? null : refusalOf(refusal, renderer) }))
  }
}

function pricesOf(
  contract: OptionContract,
  prices: TicketMarket,
  asked: QuoteInput['asked'],
): TicketPrices | undefined {
  const limit = asked.limit ?? suggestedLimit(prices, contract)
  if (limit === undefined) return undefined
  const { from: lowest, to: highest } = stopRange(limit, contract)
  const stop = asked.stop ?? suggestedStop(limit, contract, prices)
  return { limit, stop: Math.max(lowest, Math.min(highest, stop)) as Paise }
}

function rangeOf(limit: Paise, contract: OptionContract) {
  const { from, to } = stopRange(limit, contract)
  return { from: rupeesFromPaise(from), to: rupeesFromPaise(to) }
}

function refusalOf(refusal: EntryRefusalReason, renderer: Renderer) {
  return shownRefusal({ code: reasonOf(refusal.code), text: null, message: split(refusal) }, renderer)
}

function shown(price: Paise | undefined): number | null {
  return price === undefined ? null : rupeesFromPaise(price)
}
