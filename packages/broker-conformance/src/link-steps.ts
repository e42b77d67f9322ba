import type { BrokerAccount, BrokerLink } from '@strikewise/brokers/broker-account.ts'
import type { BrokerSession } from '@strikewise/brokers/broker-login.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import type { LoginBench } from './login-bench.ts'

/** The link of an account that is logged in with a session. */
export function linkOf({ apiKey, accessToken }: BrokerSession): BrokerLink {
  return { mode: 'paper', apiKey: new Secret(apiKey), accessToken, egressAddress: null }
}

/** The adapter's account on the bench, whose link `credentials` reads. Errors that it reports are collected in `errors`. */
export function accountOf(
  { broker, urls }: LoginBench,
  credentials: () => Promise<BrokerLink | undefined>,
  errors: unknown[] = [],
): BrokerAccount {
  return broker.openAccount({
    urls: () => urls,
    clock: { now: () => Date.now() as never },
    algoId: undefined,
    credentials,
    onError: (_what, error) => errors.push(error),
  })
}

/** Whether the account reads its orders, or why not. */
export async function ordersOf(account: BrokerAccount): Promise<object> {
  const read = await account.orders()
  return read.ok ? { ok: true } : { ok: false, code: read.code }
}
