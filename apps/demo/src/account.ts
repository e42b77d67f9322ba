import { ApiError } from '@strikewise/wire/api-error.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import * as z from 'zod'
import { Authenticator } from './authenticator.ts'
import { openBrowserSession, type BrowserSession } from './browser-session.ts'
import type { SandboxUrls } from './sandbox-urls.ts'

export interface DemoUser {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Signs `user` in, making the account first (sign-up, then the link in the mail) where there is none. */
export async function signIn(
  serverUrl: string,
  sandbox: SandboxUrls,
  user: DemoUser,
  authenticator?: Authenticator,
): Promise<BrowserSession> {
  const visitor = openBrowserSession(serverUrl)
  const { email, password } = user
  const enter = async () => {
    const answer = secondFactor.parse(await visitor.post('/api/auth/sign-in/email', { email, password }))
    if (answer.twoFactorRedirect !== true) return
    if (authenticator === undefined)
      throw new SecondFactorError(`${email} is asked for a code, and the key of its authenticator app is not known`)
    await visitor.post('/api/auth/two-factor/verify-totp', { code: await authenticator.code() })
  }
  try {
    await enter()
    return visitor
  } catch (error) {
    if (error instanceof SecondFactorError) throw error
    // No such account yet: the sign-up sends a link.
  }
  await visitor.api.call('signup', { body: { email, password, name: user.name, adult: true, terms: true } })
  const token = new URL(await sandbox.linkMailedTo(email)).searchParams.get('token') ?? ''
  await visitor.api.call('confirmSignup', { body: { token, password, replace: false } })
  await enter()
  return visitor
}

/** The account asks for a code that nothing here can give. */
class SecondFactorError extends Error {
  override readonly name = 'SecondFactorError'
}

const secondFactor = z.object({ twoFactorRedirect: z.boolean().optional() })
const setUp = z.object({ totpURI: z.url() })

/** Sets an authenticator app up for `visitor`, as operators must. The session goes on with it. */
export async function setUpAuthenticator(visitor: BrowserSession, password: string): Promise<Authenticator> {
  const { totpURI } = setUp.parse(await visitor.post('/api/auth/two-factor/enable', { password }))
  const authenticator = new Authenticator(new URL(totpURI).searchParams.get('secret') ?? '')
  await visitor.post('/api/auth/two-factor/verify-totp', { code: await authenticator.code() })
  return authenticator
}

/** Buys `plan` for a year through the payment page's call, unless it is held and not about to end. */
export async function subscribe(visitor: BrowserSession, plan: Plan, now: number): Promise<void> {
  if (plan === 'starter') return
  const me = await visitor.api.call('me')
  const endsAt = me.plan_expiry === null ? 0 : Date.parse(me.plan_expiry)
  if (me.plan === plan && endsAt - now > 7 * 86_400_000) return
  await visitor.api.call('pay', {
    body: { plan, billing: 'yearly', terms: true },
    idempotencyKey: `demo-${plan}-${now}`,
  })
}

/** Accepts the disclosure, stores the keys of the broker app and arms one lot of every index the plan trades. */
export async function armAccount(visitor: BrowserSession, keys: { apiKey: string; apiSecret: string }): Promise<void> {
  const me = await visitor.api.call('me')
  if (!me.legal.zerodhaDisclosureAccepted)
    await visitor.api.call('acceptBrokerDisclosure', { body: { accepted: true } })
  if (me.zerodha.api_key_last4 !== keys.apiKey.slice(-4))
    await visitor.api.call('saveBrokerKeys', { body: { api_key: keys.apiKey, api_secret: keys.apiSecret } })
  await visitor.api.call('saveRiskSettings', {
    body: {
      capital: 500_000,
      daily_loss_cap_pct: 3,
      max_entries_per_symbol: 3,
      max_positions_per_symbol: 1,
      cover_manual_shorts: false,
    },
  })
  await visitor.api.call('saveTradeSettings', {
    body: {
      consentGiven: true,
      strategies: me.entitlements.auto_symbols.map((symbol) => ({
        symbol,
        lots: 1,
        auto_execute: true,
        tsl_enabled: true,
        sl_buffer: 10,
      })),
    },
  })
}

/** Logs the visitor in to the broker as a person does, and hands the redirected address to the product. */
export async function connectBroker(
  visitor: BrowserSession,
  sandbox: SandboxUrls,
  brokerUserId: string,
): Promise<void> {
  const { url } = await visitor.api.call('brokerLoginLink', { body: {} })
  const redirected = await sandbox.logInToBroker(url, brokerUserId)
  const me = await visitor.api.call('me')
  await visitor.api.call('brokerCallback', {
    body: { uid: me.uid, request_token: requestToken(redirected), full_url: redirected },
  })
}

/** Stores the market data app's keys and starts its session of the day, as the operator. */
export async function connectFeed(operator: BrowserSession, sandbox: SandboxUrls, brokerUserId: string): Promise<void> {
  const { apiKey, apiSecret } = await sandbox.brokerApp(brokerUserId)
  await operator.api.call('saveFeedKeys', { body: { api_key: apiKey, api_secret: apiSecret } })
  const { url } = await operator.api.call('operatorLoginLink', { body: {} })
  const redirected = await sandbox.logInToBroker(url, brokerUserId)
  await operator.api.call('startFeedSession', { body: { request_token: requestToken(redirected) } })
}

function requestToken(redirected: string): string {
  const token = new URL(redirected).searchParams.get('request_token')
  if (token === null) throw new ApiError(0, 'no_request_token', 'The broker redirected without a request token.')
  return token
}
