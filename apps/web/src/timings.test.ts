import { CALL_TIMEOUT_MS } from '@strikewise/wire/client.ts'
import { expect, it } from 'vitest'
import { optionChainQuery } from './features/option-chain/queries.ts'
import { SUCCESS_REDIRECT_MS } from './features/plans/payment.ts'
import { tradeLogQuery } from './features/trade-log/queries.ts'
import { indicesQuery } from './lib/market-queries.ts'

// What the stream waits for is in lib/stream, how often trades are polled for in trade-connection.test.ts, the
// signals' pace in their queries.test.ts.
/** Without a stream. */
const paceOf = ({ refetchInterval: pace }: { readonly refetchInterval?: unknown }): unknown =>
  typeof pace === 'function' ? pace() : pace

it.each([
  ['the trade log is asked for', paceOf(tradeLogQuery('u1', '2026-11-20')), 10_000],
  ['the option chain is asked for', paceOf(optionChainQuery), 1000],
  ['the indices are asked for', paceOf(indicesQuery), 2000],
  ['a confirmed payment leads on after', SUCCESS_REDIRECT_MS, 1000],
  ['a call times out after', CALL_TIMEOUT_MS, 20_000],
])('%s %j ms, as the specification says', (_what, ms, specified) => expect(ms).toBe(specified))
