import { PLAN_CARDS } from '@strikewise/plans/catalogue.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { planLabel } from '../../messages/plan-labels.ts'
import { planText } from '../../messages/plans.ts'
import { meBody } from '../../testing/response-bodies.ts'
import { show, toasted } from '../../testing/render.tsx'
import { refuse } from '../../testing/server.ts'
import { UserMenu } from './UserMenu.tsx'

it.each(PLANS)('shows what %s holds', async (plan) => {
  const expiry = plan === 'starter' ? null : '2026-12-08T10:00:00Z'
  const { user } = await show(<UserMenu me={meBody({ plan, plan_expiry: expiry })} />)
  await user.click(await screen.findByRole('button', { name: 'User menu' }))
  expect(await screen.findByText(`${planLabel(plan)} plan`)).toBeTruthy()
  expect(screen.getByText(expiry === null ? 'no expiry' : 'until 8 Dec 2026')).toBeTruthy()
  for (const { text } of PLAN_CARDS[plan].bullets.slice(0, 4)) expect(screen.getByText(planText(text))).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/plans')
})

it('shows a record without a plan as Free, with what starter holds', async () => {
  const { user } = await show(<UserMenu me={meBody({ plan: null, plan_expiry: null })} />)
  await user.click(await screen.findByRole('button', { name: 'User menu' }))
  expect(await screen.findByText('Free plan')).toBeTruthy()
  expect(screen.getByText('no expiry')).toBeTruthy()
  for (const { text } of PLAN_CARDS.starter.bullets.slice(0, 4)) expect(screen.getByText(planText(text))).toBeTruthy()
})

it('shows that no sign-out happened when the server failed, and retains what is stored', async () => {
  refuse('post', '/auth/sign-out', 503, { message: 'No.' })
  localStorage.setItem('theme', 'dark')
  const { user, address } = await show(<UserMenu me={meBody()} />)
  await user.click(await screen.findByRole('button', { name: 'User menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await toasted('You are still logged in: the server did not answer. Try again.')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(address()).toBe('/')
})
