// @invariant plan-gates
// @invariant caller-only
import { policyAllows, type Capability } from '@strikewise/plans/capabilities.ts'
import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import { SCREENS, type ScreenAccess } from '@strikewise/wire/screens.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { i18n } from '@lingui/core'
import { screen, within, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { agentTitle } from '../lib/agent-title.ts'
import { setClock } from '../lib/server-clock.ts'
import { FUTURE, meBody, OPEN_AT, PAST } from '../testing/response-bodies.ts'
import { answer, server } from '../testing/server.ts'
import { addressOf, routerAt, visit } from '../testing/visit.tsx'

/*
 * Every screen × every plan × every state of it, made from the list of screens and the policy table. What the server gives
 * each of them is in apps/server/tests/authorization-matrix.test.ts.
 */

class Silent extends EventTarget {
  close() {}
}

const EXPIRIES = { active: FUTURE, expired: PAST, none: null } as const
type State = keyof typeof EXPIRIES
const STATES: readonly State[] = ['active', 'expired', 'none']
interface Seat {
  readonly plan: Plan
  readonly state: State
}
const SEATS: readonly Seat[] = PLANS.flatMap((plan) => STATES.map((state) => ({ plan, state })))

const isEnded = ({ plan, state }: Seat) => plan !== 'starter' && state !== 'active'
const policyNow = (seat: Seat) => PLAN_POLICY[isEnded(seat) ? 'starter' : seat.plan]
const may = (seat: Seat, capability: Capability) => policyAllows(policyNow(seat), capability)

type Outcome = 'shown' | (typeof REFUSALS)[number] | `to /${string}`

function outcomeFor(rule: ScreenAccess, seat: Seat): Outcome {
  switch (rule) {
    case 'open':
    case 'signed in':
      return 'shown'
    case 'landing':
      return seat.state === 'active' ? 'to /dashboard' : 'shown'
    case 'decisions':
      return may(seat, 'see_core_signals') ? 'shown' : 'Decisions are part of Elite and Master'
    case 'chat':
      return may(seat, 'chat_with_support') ? 'shown' : 'The chat comes with the Master plan'
    case 'operator':
      return 'This page does not exist'
    case 'trading':
      // What was bought is asked first, whether it has ended only then.
      if (!policyAllows(PLAN_POLICY[seat.plan], 'connect_broker')) return 'Upgrade Required'
      return isEnded(seat) ? 'to /plans' : 'shown'
  }
}

// Loaded before any test's patience begins to run.
beforeAll(async () => {
  for (const { path } of SCREENS) await routerAt(path).load()
  // Loaded after the positions.
  await import('./dashboard/Market.tsx')
}, 120_000)
beforeEach(() => {
  vi.stubGlobal('WebSocket', Silent)
  setClock(OPEN_AT, 1)
  // What a screen asks beside who is there is not the matter here.
  server.use(
    http.all('/api/*', async ({ request }) =>
      /\/(me|config|clock)$/.test(new URL(request.url).pathname) ? undefined : new Promise<never>(() => {}),
    ),
  )
})

/** The record of the user in `seat`. */
function recordOf(seat: Seat) {
  const { zerodha, entitlements } = meBody()
  return {
    ...meBody({ plan: seat.plan, plan_expiry: EXPIRIES[seat.state] }),
    zerodha: { ...zerodha, connected: false, api_key_set: false, mode: 'live' },
    entitlements: {
      ...entitlements,
      plan_active: seat.state === 'active',
      expired_plan: isEnded(seat) ? seat.plan : null,
      support_chat: may(seat, 'chat_with_support'),
    },
  }
}

async function visitAs(seat: Seat, path: string) {
  answer('get', '/me', recordOf(seat))
  return visit(path, 'user')
}

async function expectOutcome(path: string, outcome: Outcome, pathname: () => string): Promise<void> {
  if (outcome.startsWith('to ')) {
    await waitFor(() => expect(pathname()).toBe(outcome.slice('to '.length)), WAIT)
    return
  }
  // By the document itself: asking for roles takes longer than all the rest of these many pages.
  await waitFor(() => {
    expect(document.querySelector('h1')).not.toBeNull()
    expect(document.body.textContent).not.toContain('Checking your plan...')
    expect(refusalOf(document.body.textContent)).toBe(outcome)
  }, WAIT)
  expect(pathname()).toBe(addressOf(path))
}

const WAIT = { timeout: 10_000, interval: 5 }
const REFUSALS = [
  'Upgrade Required',
  'Decisions are part of Elite and Master',
  'The chat comes with the Master plan',
  'This page does not exist',
] as const
const refusalOf = (text: string) => REFUSALS.find((refusal) => text.includes(refusal)) ?? 'shown'

describe.each(SCREENS)('$path', ({ path, access: rule }) => {
  it('for no user', async () => {
    const outcome = rule === 'open' || rule === 'landing' ? 'shown' : 'to /login'
    await expectOutcome(path, outcome, await visit(path, 'signed out'))
  })

  // What reads no plan is opened by one of each state.
  const seats = SEATS.filter(({ plan }) => rule !== 'open' || plan === 'elite')
  it.each(seats)('for $plan, $state', async (seat) => {
    await expectOutcome(path, outcomeFor(rule, seat), await visitAs(seat, path))
  })
})

describe('the dashboard', () => {
  it.each(SEATS)('of $plan, $state: each panel as the plan has it', async (seat) => {
    await visitAs(seat, '/dashboard')
    await waitFor(() => expect(panel('Live Active Trades')).not.toBeNull(), WAIT)
    for (const index of ['Nifty 50', 'Bank Nifty']) expect(document.body.textContent).toContain(index)

    expect(linkIn('Core Agent Signals')).toBe(may(seat, 'see_core_signals') ? undefined : 'Upgrade Plan → /plans')
    expect(linkIn('Today Trade Log')).toBe(may(seat, 'see_trade_log') ? undefined : 'Upgrade Plan → /plans')
    expect(linkIn('Nifty Option Chain')).toBe(may(seat, 'see_option_chain') ? undefined : 'Upgrade Now → /pricing')

    const { agents, coreSignals, basicIndicators } = policyNow(seat)
    const own = panel('Signals in your plan')
    expect(own === null).toBe(coreSignals)
    if (own !== null) {
      const cards = within(own).getAllByRole('button', { expanded: false })
      expect(cards.map((card) => card.textContent)).toEqual(
        agents.map((agent): unknown => expect.stringContaining(agentTitle(i18n, agent))),
      )
      expect(own.textContent.includes('Basic signals')).toBe(basicIndicators)
    }
    expect(document.body.textContent.includes('Pause entries')).toBe(may(seat, 'auto_execute'))
    expect(screen.queryByText(/^Your \w+ plan has expired$/) !== null).toBe(isEnded(seat))
  })
})

/** A section by the heading that names it. */
function panel(name: string): HTMLElement | null {
  const sections = [...document.querySelectorAll<HTMLElement>('section[aria-labelledby]')]
  return sections.find((one) => one.querySelector('h2, h3')?.textContent === name) ?? null
}

/** The way a section offers to a plan that has it, with where it leads. */
function linkIn(name: string): string | undefined {
  const link = panel(name)?.querySelector('a[href="/plans"], a[href="/pricing"]')
  return link === null || link === undefined ? undefined : `${link.textContent} → ${link.getAttribute('href')}`
}
