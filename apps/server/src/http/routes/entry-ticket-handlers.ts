import type { OrderPageForm, PreparedOrder } from '@strikewise/brokers/order-page.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { INDEX_TOKENS, type OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { DomainError } from '../../domain-error.ts'
import { newTicket, storeTicket } from '../../entry-tickets/store-ticket.ts'
import { chosenSettings, readTicketAccount } from '../../entry-tickets/ticket-account.ts'
import { ticketPriceSource } from '../../entry-tickets/ticket-market.ts'
import { ticketQuote } from '../../entry-tickets/ticket-quote.ts'
import { ticketOf, waitingReply } from '../../entry-tickets/ticket-reply.ts'
import { requirePrices } from '../../entry-tickets/ticket-terms.ts'
import { requireSignInToday } from '../../identity/fresh-sign-in.ts'
import { runIdempotent } from '../idempotency.ts'
import type { OptionTerms } from '../../snapshots/contract-lists.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'ticketQuote' | 'sendTicket' | 'entryTicket'

/**
 * Manual entries. The row is the ticket: PostgreSQL notifies the executor with its commit. No other hint is sent: that an account
 * has changed holds its entries back until it has been read again, the ticket's own among them.
 */
export function entryTicketHandlers(parts: UserDependencies): Handlers<Names> {
  const { clock, config, contracts, logger, quotes } = parts
  const pricesOf = ticketPriceSource(parts)
  const market = () => ({
    now: clock.now(),
    quote: (token: number) => quotes.quote(token),
    liveTrading: config.liveTrading,
  })

  function contractOf(terms: OptionTerms): OptionContract {
    const contract = contracts.find(terms)
    if (contract === undefined) throw new DomainError({ code: 'problem.not_found.contract' })
    return contract
  }

  function orderPage(order: PreparedOrder): OrderPageForm | null {
    const { orderPageKey: key, marketUrls } = config
    return key === undefined ? null : (BROKER.orderPage?.(marketUrls.loginUrl, key, order) ?? null)
  }

  function spotOf({ symbol }: OptionContract): Paise {
    const last = quotes.quote(INDEX_TOKENS[symbol])?.last
    if (last === undefined || last <= 0) throw new DomainError({ code: 'problem.no_price' })
    return last
  }

  return {
    async ticketQuote({
      caller,
      profile,
      userDb,
      language,
      query: { expiry, limit_price, stop_price, lots, ...terms },
    }) {
      const contract = contractOf({ ...terms, expiry })
      const account = await userDb.read((db) => readTicketAccount(db, caller.userId, clock.now()))
      const prices = pricesOf(contract, profile)
      const asked = {
        lots,
        limit: limit_price === undefined ? undefined : paiseFromRupees(limit_price),
        stop: stop_price === undefined ? undefined : paiseFromRupees(stop_price),
      }
      const asOfNow = { contract, profile, account, prices, asked, market: market(), orderPage }
      return ticketQuote(asOfNow, rendererOf(language))
    },

    async sendTicket({ caller, profile, userDb, body, idempotencyKey }) {
      const { userId } = caller
      const mode = profile.link
      if (mode === undefined) throw new DomainError({ code: 'problem.no_account' })
      if (mode === 'live') requireSignInToday(caller)
      const { lots, limit_price, stop_price, ...terms } = body
      const call = { userId, route: 'entry_tickets', key: idempotencyKey, body }
      const { reply, isNew } = await userDb.write(async (tx) => {
        let isNew = false
        const reply = await runIdempotent(
          (work) => work(tx),
          call,
          async () => {
            isNew = true
            const contract = contractOf(terms)
            const limit = paiseFromRupees(limit_price)
            const stop = paiseFromRupees(stop_price)
            requirePrices(contract, { limit, stop })
            const { facts } = await readTicketAccount(tx, userId, clock.now())
            const { slBuffer, trailing } = chosenSettings(facts, contract.symbol)
            const asked = { mode, contract, lots, limit, stop, slBuffer, trailing, spot: spotOf(contract) }
            const ticket = newTicket(asked, clock.now())
            await storeTicket(tx, userId, ticket)
            return waitingReply(ticket)
          },
        )
        return { reply, isNew }
      })
      if (isNew) {
        const { id, contract } = reply
        logger.info({ user: userId, ticket: id, contract: contract.tradingsymbol, lots, mode }, 'entry ticket')
      }
      return reply
    },

    entryTicket: ({ caller, userDb, language, params: { ticket_id } }) =>
      userDb.read((db) => ticketOf(db, { userId: caller.userId, id: ticket_id }, clock.now(), rendererOf(language))),
  }
}
