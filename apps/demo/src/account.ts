import { ApiError } from '@strikewise/wire/api-error.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { newVisitor, type Visitor } from './visitor.ts'
import type { World } from './world.ts'

export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Signs `person` in, making the account first (sign-up, then the link in the mail) where there is none. */
export async function signIn(serverUrl: string, world: World, person: Person): Promise<Visitor> {
  const visitor = newVisitor(serverUrl)
  const credentials = { email: person.email, password: person.password }
  try {
    await visitor.post('/api/auth/sign-in/email', credentials)
    return visitor
  } catch {
    // No such account yet, or one whose address was never verified: sign-up sends a new link in both cases.
  }
  await visitor.api.call('signup', { body: { ...credentials, name: person.name, adult: true, terms: true } })
  const link = await world.linkMailedTo(person.email)
  const opened = await fetch(link, { redirect: 'manual' })
  if (opened.status >= 400) throw new Error(`The verification link of ${person.email} answered ${opened.status}.`)
  await visitor.post('/api/auth/sign-in/email', credentials)
  return visitor
}

/** Buys `plan` for a year through the payment page's call, unless it is held and not about to end. */
export async function subscribe(visitor: Visitor, plan: Plan, now: number): Promise<void> {
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
export async function armAccount(visitor: Visitor, keys: { apiKey: string; apiSecret: string }): Promise<void> {
  const me = await visitor.api.call('me')
  if (!me.legal.zerodhaDisclosureAccepted)
    await visitor.api.call('acceptZerodhaDisclosure', { body: { accepted: true } })
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
export async function connectBroker(visitor: Visitor, world: World, brokerUserId: string): Promise<void> {
  const { url } = await visitor.api.call('brokerLoginLink', { body: {} })
  const redirected = await world.logInToBroker(url, brokerUserId)
  const me = await visitor.api.call('me')
  await visitor.api.call('zerodhaCallback', {
    body: { uid: me.uid, request_token: requestToken(redirected), full_url: redirected },
  })
}

/** Stores the market data app's keys and starts its session of the day, as the operator. */
export async function connectFeed(operator: Visitor, world: World, brokerUserId: string): Promise<void> {
  const { apiKey, apiSecret } = await world.brokerApp(brokerUserId)
  await operator.api.call('saveFeedKeys', { body: { api_key: apiKey, api_secret: apiSecret } })
  const { url } = await operator.api.call('operatorLoginLink', { body: {} })
  const redirected = await world.logInToBroker(url, brokerUserId)
  await operator.api.call('startFeedSession', { body: { request_token: requestToken(redirected) } })
}

function requestToken(redirected: string): string {
  const token = new URL(redirected).searchParams.get('request_token')
  if (token === null) throw new ApiError(0, 'no_request_token', 'The broker redirected without a request token.')
  return token
}
