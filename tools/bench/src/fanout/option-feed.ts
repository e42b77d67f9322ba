import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { ClockPort, FeedPort, FeedQuote } from '@strikewise/execution/ports.ts'
import { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import type { LoggedIn, SandboxUrls } from './sandbox-calls.ts'

export interface OptionFeed extends FeedPort {
  /** The newest quote with both a bid and an ask; waits for the first. */
  ready(): Promise<FeedQuote>
  close(): Promise<void>
}

/** The live quotes of one option from the sandbox's ticker. */
export function optionFeed(urls: SandboxUrls, session: LoggedIn, clock: ClockPort, token: number): OptionFeed {
  const table = new QuoteTable(1)
  const wakes = new Set<() => void>()
  const ticker = new Ticker({
    url: urls.ticker,
    apiKey: session.apiKey,
    accessToken: () => session.accessToken,
    table,
    clock,
    onTicks: () => {
      for (const wake of wakes) wake()
    },
  })
  ticker.subscribe([token], 'full')
  ticker.connect()
  const quote = (of: number): FeedQuote | undefined => {
    const slot = table.slotOf(of)
    if (slot < 0 || table.receivedAt[slot] === 0) return undefined
    return {
      bid: table.bestBid(slot),
      ask: table.bestAsk(slot),
      last: table.last(slot),
      askQuantity: table.offered(slot),
      receivedAt: table.seenAt(slot),
    }
  }
  return {
    quote,
    watch(of, wake) {
      if (of !== token) return () => undefined
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
    async ready() {
      for (;;) {
        const now = quote(token)
        if (now !== undefined && now.bid > 0 && now.ask > now.bid) return now
        await clock.sleep(20)
      }
    },
    close: () => ticker.close(),
  }
}
