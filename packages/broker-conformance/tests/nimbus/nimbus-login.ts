import { createHmac } from 'node:crypto'
import type { BrokerLogin, LoginFailure } from '@strikewise/brokers/broker-login.ts'
import { createRedactor } from '@strikewise/brokers/redact.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { storableText } from '@strikewise/domain/text/storable-text.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { HttpCaller, type HttpReply } from './nimbus-http.ts'
import { jsonOf } from './nimbus-rows.ts'

const LOGIN_TIMEOUT_MS = 2_000

/** What shows the broker that an app with this secret exchanges the code; the secret itself is not sent. */
export function proofOf(code: string, apiSecret: string): string {
  return createHmac('sha256', apiSecret).update(code).digest('base64url')
}

/**
 * The made-up broker's login: the page of the app's client id returns a one-time code, which is exchanged with a keyed hash
 * for the token of a session.
 */
export const NIMBUS_LOGIN: BrokerLogin = {
  pageUrl: (loginUrl, apiKey, state) => `${loginUrl}?${new URLSearchParams({ client: apiKey, state }).toString()}`,
  parseRedirect(address) {
    const url = URL.parse(address)
    const code = url?.searchParams.get('code')
    if (code == null || code === '') return { ok: false, failed: url?.searchParams.has('denied') === true }
    return { ok: true, requestToken: new Secret(code), state: url!.searchParams.get('state') }
  },
  async openSession(apiUrl, { apiKey, apiSecret }, requestToken) {
    const caller = new HttpCaller(apiUrl, undefined, LOGIN_TIMEOUT_MS, 1)
    try {
      const code = requestToken.reveal()
      const body = { client: apiKey.reveal(), code, proof: proofOf(code, apiSecret.reveal()) }
      const result = await caller.call({ method: 'POST', path: '/v2/sessions', body })
      if (!result.sent || result.reply === undefined) return failure('unavailable', 'no answer')
      return sessionOf(result.reply) ?? failureOf(result.reply, createRedactor([apiKey, apiSecret, requestToken]))
    } finally {
      caller.close()
    }
  },
}

/** The session of an answer with every field as it should be. */
function sessionOf(reply: HttpReply): Awaited<ReturnType<BrokerLogin['openSession']>> | undefined {
  if (reply.status !== 201) return undefined
  const session = jsonOf(reply)?.['session'] as Readonly<Record<string, unknown>> | undefined
  const { token, owner, client, openedAt, segments } = session ?? {}
  if (typeof token !== 'string' || token === '' || typeof owner !== 'string' || owner === '') return undefined
  if (typeof client !== 'string' || !Number.isSafeInteger(openedAt) || !Array.isArray(segments)) return undefined
  const accessToken = new Secret(token)
  const tradesOptions = segments.includes('index-options')
  return {
    ok: true,
    value: { userId: owner, apiKey: client, accessToken, loginAt: openedAt as EpochMs, tradesOptions },
  }
}

function failureOf(reply: HttpReply, redact: (text: string) => string): LoginFailure {
  const { status } = reply
  if (status === 429) return failure('rate_limited', 'too many calls')
  if (status >= 500) return failure('unavailable', `HTTP ${status}`)
  const fault = jsonOf(reply)?.['fault'] as { detail?: unknown } | undefined
  return status >= 400 && typeof fault?.detail === 'string'
    ? failure('refused', redact(storableText(fault.detail)))
    : failure('unreadable', `no session in HTTP ${status}`)
}

function failure(code: LoginFailure['code'], message: string): LoginFailure {
  return { ok: false, code, message }
}
