import { INDEX_TOKENS, INDEX_TRADINGSYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { marketClock } from '@strikewise/domain/time/market-phase.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import type { AccountStore } from '../broker/account.ts'
import type { TickerHub } from '../broker/ticker/ticker-hub.ts'
import type { Market } from '../market.ts'
import { notFound, type Control } from './control.ts'

const MAX_LOG = 5000

/** Controls that only look: prices, order books, trades, positions and the exchange's own log. */
export function inspectionControls(market: Market, accounts: AccountStore, ticker: TickerHub): Control[] {
  const { exchange } = market
  return [
    {
      method: 'GET',
      path: '/market',
      text: 'Clock, phase, index prices and ticker connections.',
      answer: () => {
        const { now, ...rest } = market.clock()
        return {
          clock: { now, at: istIso(now), ...rest, phase: marketClock(now, nseCalendar).phase },
          indices: indicesOf(market),
          connections: ticker.connections(),
        }
      },
    },
    {
      method: 'GET',
      path: '/chain',
      text: 'The options of ?symbol=NIFTY (or BANKNIFTY) next to expire, nearest to the money first, with their best bid and ask, last price, and the reference of limit price protection.',
      answer: (c) => chainOf(market, c.req.query('symbol') ?? 'NIFTY'),
    },
    ...bookControls(market, accounts),
    {
      method: 'GET',
      path: '/log',
      text: `Everything the exchange did, oldest first, at most ${MAX_LOG} entries: ?after=<seq> for what follows. Days are not mixed up with order books: nothing is forgotten at night.`,
      answer: (c) => {
        const after = Number(c.req.query('after') ?? 0)
        const first = exchange.exchangeLog.findIndex((entry) => entry.seq > after)
        return {
          dropped: exchange.state.log.dropped,
          entries: first < 0 ? [] : exchange.exchangeLog.slice(first, first + MAX_LOG),
        }
      },
    },
  ]
}

/** The books as the broker shows them to each account: orders, trades and positions. */
function bookControls(market: Market, accounts: AccountStore): Control[] {
  const users = (account: string | undefined): string[] => {
    if (account === undefined) return accounts.all().map((one) => one.userId)
    if (accounts.byUser(account) === undefined) throw notFound(`Account ${account}`)
    return [account]
  }
  const { exchange } = market
  return [
    {
      method: 'GET',
      path: '/orders',
      text: 'Orders of the day, newest first; ?account= for one account.',
      answer: (c) =>
        users(c.req.query('account'))
          .flatMap((user) => exchange.orders(user, market.now()))
          .toSorted((a, b) => (a.order_id < b.order_id ? 1 : -1)),
    },
    {
      method: 'GET',
      path: '/orders/:id',
      text: 'Every step of one order.',
      answer: (c) => {
        const id = c.req.param('id') ?? ''
        for (const user of users(undefined)) {
          const rows = exchange.orderHistory(user, id, market.now())
          if (rows !== undefined) return rows
        }
        throw notFound(`Order ${id}`)
      },
    },
    {
      method: 'GET',
      path: '/trades',
      text: 'Trades of the day, newest first; ?account= for one account.',
      answer: (c) =>
        users(c.req.query('account'))
          .flatMap((user) => exchange.trades(user, market.now()).map((trade) => ({ account: user, ...trade })))
          .toSorted((a, b) => (a.fill_timestamp < b.fill_timestamp ? 1 : -1)),
    },
    {
      method: 'GET',
      path: '/positions',
      text: 'Net positions; ?account= for one account.',
      answer: (c) =>
        users(c.req.query('account')).flatMap((user) =>
          exchange.positions(user, market.now()).net.map((row) => ({ account: user, ...row })),
        ),
    },
  ]
}

function indicesOf(market: Market): object[] {
  const { quotes } = market.path
  return Object.entries(INDEX_TOKENS).flatMap(([name, token]) => {
    const slot = quotes.slotOf(token)
    if (slot < 0) return []
    const points = (column: Int32Array): number => column[slot]! / 100
    return {
      name: INDEX_TRADINGSYMBOLS[name as keyof typeof INDEX_TRADINGSYMBOLS],
      last: points(quotes.lastPrice),
      open: points(quotes.open),
      high: points(quotes.high),
      low: points(quotes.low),
      previous_close: points(quotes.close),
    }
  })
}

function chainOf(market: Market, symbol: string): object[] {
  const { quotes, instruments } = market.path
  const chosen = instruments.options.filter((option) => option.symbol === symbol)
  if (chosen.length === 0) throw notFound(`Index ${symbol}`)
  const near = chosen.reduce((first, option) => (option.expiry < first ? option.expiry : first), chosen[0]!.expiry)
  const spot = quotes.lastPrice[quotes.slotOf(INDEX_TOKENS[chosen[0]!.symbol])]! / 100
  return chosen
    .filter((option) => option.expiry === near)
    .toSorted((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot))
    .map((option) => {
      const slot = quotes.slotOf(option.token)
      return {
        token: option.token,
        tradingsymbol: option.tradingsymbol,
        expiry: option.expiry,
        strike: option.strike,
        side: option.side,
        lot_size: option.lotSize,
        bid: quotes.bestBid(slot) / 100,
        ask: quotes.bestAsk(slot) / 100,
        last: quotes.last(slot) / 100,
        reference: market.path.referencePrice(option.token) / 100,
      }
    })
}
