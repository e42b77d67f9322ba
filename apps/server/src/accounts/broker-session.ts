import { createRedactor, type Redactor } from '@strikewise/kite-broker/redact.ts'
import type { ReadFailure } from '@strikewise/kite/responses/classify-read.ts'
import { createKiteClient } from '@strikewise/kite/rest/client.ts'
import type { KiteSession } from '@strikewise/kite/rows/account.ts'
import type { Secret } from '../secret.ts'
import { DomainError } from '../domain-error.ts'

/**
 * Trades a request token for the day's access token at the broker.
 * Throws ApiFailure with the broker's own words as detail, without what it was sent, or ours where it had none.
 */
export async function exchangeRequestToken(
  apiUrl: string,
  apiKey: Secret,
  apiSecret: Secret,
  requestToken: { reveal(): string },
): Promise<KiteSession> {
  const client = createKiteClient({ rootUrl: apiUrl, apiKey: apiKey.reveal(), accessToken: () => '' })
  try {
    const session = await client.createSession(requestToken, apiSecret)
    if (!session.ok) throw failureOf(session, createRedactor([apiKey, apiSecret, requestToken]))
    if (session.value.apiKey !== apiKey.reveal())
      throw new DomainError({ code: 'problem.token_exchange_failed.other_key' })
    return session.value
  } finally {
    await client.close()
  }
}

function failureOf(failure: ReadFailure, redact: Redactor): DomainError {
  if (failure.code === 'rate_limited') return new DomainError({ code: 'problem.broker_unavailable.slow_down' })
  if (failure.code === 'unavailable') return new DomainError({ code: 'problem.broker_unavailable' })
  if (failure.code === 'unreadable') return new DomainError({ code: 'problem.broker_unavailable.unreadable' })
  return new DomainError({ code: 'problem.token_exchange_failed.broker', reason: redact(failure.message) })
}
