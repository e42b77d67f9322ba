// @invariant plan-gates
// @invariant caller-only
import { policyAllows, type Capability } from '@strikewise/plans/capabilities.ts'
import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY, type PlanPolicy } from '@strikewise/plans/policy.ts'
import type { Route, RouteFeature } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'

/*
 * Every call × every plan × every state of it, made from the table of routes and the policy table. Each call is asked with
 * an input no route takes: an authorised caller gets an error about the input, so nothing is changed, and one who is
 * not must get the refusal first. With good input: authorization.test.ts.
 */

/** Where a plan's expiry lies: ahead, at this very instant, or nowhere. */
const STATES = ['active', 'expired', 'none'] as const
type State = (typeof STATES)[number]
type Holder = { readonly plan: Plan; readonly state: State }
type Seat = 'signed_out' | 'operator' | Holder

/** What a plan must contain for a feature of the routes. A new feature does not compile until it has its line here. */
const has = (capability: Capability) => (policy: PlanPolicy) => policyAllows(policy, capability)
const CONTAINS: Readonly<Record<RouteFeature, (policy: PlanPolicy) => boolean>> = {
  option_chain: has('see_option_chain'),
  core_signals: has('see_core_signals'),
  trade_log: has('see_trade_log'),
  trade_tracker: has('see_trade_tracker'),
  live_pnl: has('see_live_pnl'),
  entry_refusals: has('see_trade_log'),
  broker_connect: has('connect_broker'),
  trade_settings: has('trade_settings'),
  alerts: has('receive_alerts'),
  support_chat: has('chat_with_support'),
  manual_trades: has('manual_trades'),
  paper_trading: (policy) => policy.paper.symbols.length > 0,
}

const SEATS: readonly Seat[] = [
  'signed_out',
  'operator',
  ...PLANS.flatMap((plan) => STATES.map((state) => ({ plan, state }))),
]
const nameOf = (seat: Seat) => (typeof seat === 'string' ? seat : `${seat.plan}, ${seat.state}`)

let web: TestWeb
const users = new Map<string, TestUser>()
beforeAll(async () => {
  web = await startTestWeb()
  const now = web.clock.now()
  const expiries = { active: new Date(now + 1), expired: new Date(now), none: null }
  users.set('operator', await newUser(web, 'starter', 'operator@example.com'))
  for (const seat of SEATS) {
    if (typeof seat === 'string') continue
    const user = await newUser(web)
    users.set(nameOf(seat), user)
    await web.store.db
      .updateTable('profiles')
      .set({ plan: seat.plan, plan_expiry: expiries[seat.state] })
      .where('user_id', '=', user.id)
      .execute()
  }
  web.bus.publish('account.all', null)
})
afterAll(() => web.stop())

/** Why this seat is refused the route; undefined: it is admitted. */
function refusal(route: Route, seat: Seat): { status: number; code: string } | undefined {
  if (route.auth === 'public') return undefined
  if (seat === 'signed_out') return { status: 401, code: 'not_signed_in' }
  if (route.auth === 'operator') return seat === 'operator' ? undefined : { status: 403, code: 'forbidden' }
  if (route.feature === undefined) return undefined
  const { plan, state }: Holder = seat === 'operator' ? { plan: 'starter', state: 'none' } : seat
  const contains = CONTAINS[route.feature]
  const ended = plan !== 'starter' && state !== 'active'
  if (contains(PLAN_POLICY[ended ? 'starter' : plan]) && !(ended && route.feature === 'paper_trading')) return undefined
  return { status: 403, code: ended && contains(PLAN_POLICY[plan]) ? 'plan_expired' : 'upgrade_required' }
}

const routes = Object.entries(ROUTES as Record<string, Route>).flatMap(([name, route]) =>
  (route.root === true ? [route.path, `/api${route.path}`] : [`/api${route.path}`]).map((path) => ({
    name,
    route,
    path,
  })),
)

describe('authorization', () => {
  describe.each(routes)('of $route.method $path', ({ route, path }) => {
    it.each(SEATS.map((seat) => ({ seat, who: nameOf(seat) })))('for $who', async ({ seat, who }) => {
      const user = users.get(who)
      const { status, json } = await call(web, route.method, path.replaceAll(/:\w+/g, 'x'), {
        query: { nothing_is_called_so: '1' },
        ...(route.body === undefined ? {} : { raw: '{"this is no JSON' }),
        ...(user === undefined ? {} : { cookie: user.cookie }),
      })
      const letThrough = { status: 400, code: route.body === undefined ? 'invalid_input' : 'bad_request' }
      expect({ status, code: (json as { code?: string }).code }).toEqual(refusal(route, seat) ?? letThrough)
    })
  })
})
