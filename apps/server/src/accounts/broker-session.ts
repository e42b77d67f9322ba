import { redacting, type Redact } from '@strikewise/kite-broker/redact.ts'
import type { ReadFailure } from '@strikewise/kite/answers/read.ts'
import { createKiteClient } from '@strikewise/kite/rest/client.ts'
import type { KiteSession } from '@strikewise/kite/rows/account.ts'
import type { Secret } from '../secrets/secret.ts'
import { ApiFailure } from '../http/api-failure.ts'

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
    if (!session.ok) throw failureOf(session, redacting([apiKey, apiSecret, requestToken]))
    if (session.value.apiKey !== apiKey.reveal())
      throw new ApiFailure({ code: 'problem.token_exchange_failed.other_key' })
    return session.value
  } finally {
    await client.close()
  }
}

function failureOf(failure: ReadFailure, redact: Redact): ApiFailure {
  if (failure.code === 'rate_limited') return new ApiFailure({ code: 'problem.broker_unavailable.slow_down' })
  if (failure.code === 'unavailable') return new ApiFailure({ code: 'problem.broker_unavailable' })
  if (failure.code === 'unreadable') return new ApiFailure({ code: 'problem.broker_unavailable.unreadable' })
  return new ApiFailure({ code: 'problem.token_exchange_failed.broker', reason: redact(failure.message) })
}
