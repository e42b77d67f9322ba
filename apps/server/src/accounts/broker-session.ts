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
      throw new ApiFailure('token_exchange_failed', FAILED, 'The broker answered for another API key.')
    return session.value
  } finally {
    await client.close()
  }
}

const FAILED = 'The access token could not be generated.'

function failureOf(failure: ReadFailure, redact: Redact): ApiFailure {
  if (failure.code === 'rate_limited')
    return new ApiFailure('too_many_requests', FAILED, 'The broker asks us to slow down. Try again in a minute.')
  if (failure.code === 'unavailable' || failure.code === 'unreadable')
    return new ApiFailure(
      'broker_unavailable',
      FAILED,
      'The broker did not answer. Nothing was changed; try again shortly.',
    )
  return new ApiFailure('token_exchange_failed', FAILED, redact(failure.message))
}
