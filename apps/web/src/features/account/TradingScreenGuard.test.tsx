import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FUTURE, meBody, PAST } from '../../testing/response-bodies.ts'
import { leftThePage, show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { TradingScreenGuard } from './TradingScreenGuard.tsx'

const gate = <TradingScreenGuard>{(me) => <p>welcome {me.name}</p>}</TradingScreenGuard>
const at = { path: '/trade-settings' }

it('checks first', async () => {
  hang('get', '/me')
  await show(gate, at)
  expect(await screen.findByText('Checking your plan...')).toBeTruthy()
})

describe('an unexpired plan', () => {
  it.each(['elite', 'master'] as const)('%s may enter', async (plan) => {
    answer('get', '/me', meBody({ plan, plan_expiry: FUTURE }))
    await show(gate, at)
    expect(await screen.findByText('welcome Asha Rao')).toBeTruthy()
  })

  it.each(['starter', 'pro'] as const)('%s reads Upgrade Required', async (plan) => {
    answer('get', '/me', meBody({ plan, plan_expiry: plan === 'starter' ? null : FUTURE }))
    await show(gate, at)
    expect(await screen.findByText('Upgrade Required')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
  })
})

describe('the expiry guard', () => {
  it.each([
    ['an expired elite plan', meBody({ plan_expiry: PAST })],
    ['an expired master plan', meBody({ plan: 'master', plan_expiry: PAST })],
    ['a paid plan without an expiry', meBody({ plan_expiry: null })],
  ])('sends %s to /plans', async (_what, me) => {
    answer('get', '/me', me)
    const { address } = await show(gate, at)
    await leftThePage()
    expect(address()).toBe('/plans')
  })

  it('an expired pro plan still reads Upgrade Required', async () => {
    answer('get', '/me', meBody({ plan: 'pro', plan_expiry: PAST }))
    await show(gate, at)
    expect(await screen.findByText('Upgrade Required')).toBeTruthy()
  })

  it('counts a read error as not allowed, and logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/me', 404, { message: 'No record.' })
    const { address } = await show(gate, at)
    await leftThePage()
    expect(address()).toBe('/plans')
    expect(logged).toHaveBeenCalled()
  })
})
