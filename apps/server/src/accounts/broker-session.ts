import type { BrokerSession, LoginFailure } from '@strikewise/brokers/broker-login.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { createRedactor, type Redactor } from '@strikewise/brokers/redact.ts'
import type { Secret } from '../secret.ts'
import { DomainError } from '../domain-error.ts'

/**
 * Trades a request token for the day's access token at the broker.
 * Throws DomainError with the broker's own words as detail, without what it was sent, or ours where it had none.
 */
export async function exchangeRequestToken(
  apiUrl: string,
  apiKey: Secret,
  apiSecret: Secret,
  requestToken: { reveal(): string },
): Promise<BrokerSession> {
  const session = await BROKER.login.openSession(apiUrl, { apiKey, apiSecret }, requestToken)
  if (!session.ok) throw failureOf(session, createRedactor([apiKey, apiSecret, requestToken]))
  if (session.value.apiKey !== apiKey.reveal())
    throw new DomainError({ code: 'problem.token_exchange_failed.other_key' })
  return session.value
}

function failureOf(failure: LoginFailure, redact: Redactor): DomainError {
  if (failure.code === 'rate_limited') return new DomainError({ code: 'problem.broker_unavailable.slow_down' })
  if (failure.code === 'unavailable') return new DomainError({ code: 'problem.broker_unavailable' })
  if (failure.code === 'unreadable') return new DomainError({ code: 'problem.broker_unavailable.unreadable' })
  return new DomainError({ code: 'problem.token_exchange_failed.broker', reason: redact(failure.message) })
}
