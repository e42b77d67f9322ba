import { loginUrl } from '@strikewise/kite/login/login-url.ts'
import { parseRedirect } from '@strikewise/kite/login/redirect.ts'
import { createKiteClient } from '@strikewise/kite/rest/client.ts'
import type { BrokerLogin } from '../broker-login.ts'
import { storableText } from '@strikewise/domain/text/storable-text.ts'
import { createRedactor } from '../redact.ts'
import { EXCHANGE } from './kite-rows.ts'

/** Kite Connect's login: a request token on the redirect, traded with a checksum (fact sheet §3). */
export const ZERODHA_LOGIN: BrokerLogin = {
  pageUrl: loginUrl,
  parseRedirect(address) {
    const redirect = parseRedirect(address)
    return redirect.ok ? redirect : { ok: false, failed: redirect.code === 'login_failed' }
  },
  async openSession(apiUrl, { apiKey, apiSecret }, requestToken) {
    const client = createKiteClient({ rootUrl: apiUrl, apiKey: apiKey.reveal(), accessToken: () => '' })
    try {
      const session = await client.createSession(requestToken, apiSecret)
      if (!session.ok) {
        const { code, message } = session
        const known = code === 'rate_limited' || code === 'unavailable' || code === 'unreadable'
        const redact = createRedactor([apiKey, apiSecret, requestToken])
        return { ok: false, code: known ? code : 'refused', message: redact(storableText(message)) }
      }
      const { userId, apiKey: forKey, accessToken, loginAt, exchanges } = session.value
      const tradesOptions = exchanges.includes(EXCHANGE)
      return { ok: true, value: { userId, apiKey: forKey, accessToken, loginAt, tradesOptions } }
    } finally {
      await client.close()
    }
  },
}
