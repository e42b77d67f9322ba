import { CALL_TIMEOUT_MS } from '@strikewise/wire/client.ts'
import { expect, it } from 'vitest'
import { optionChainQuery } from './features/option-chain/queries.ts'
import { SUCCESS_REDIRECT_MS } from './features/plans/payment.ts'
import { tradeLogQuery } from './features/trade-log/queries.ts'
import { indicesQuery } from './lib/market-queries.ts'

// What the socket waits and how often it is polled for is in trade-connection.test.ts, the signals' in their queries.test.ts.
it.each([
  ['the trade log is asked for', tradeLogQuery('u1', '2026-11-20').refetchInterval, 10_000],
  ['the option chain is asked for', optionChainQuery.refetchInterval, 1000],
  ['the indices are asked for', indicesQuery.refetchInterval, 2000],
  ['a confirmed payment leads on after', SUCCESS_REDIRECT_MS, 1000],
  ['a call times out after', CALL_TIMEOUT_MS, 20_000],
])('%s %j ms, as the specification says', (_what, ms, specified) => expect(ms).toBe(specified))
