import { PLAN_CARDS } from '@strikewise/domain/plans/catalogue.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meBody } from '../../testing/bodies.ts'
import { show } from '../../testing/render.tsx'
import { UserMenu } from './UserMenu.tsx'

it.each(PLANS)('shows what %s holds', async (plan) => {
  const expiry = plan === 'starter' ? null : '2026-12-08T10:00:00Z'
  const { user } = await show(<UserMenu me={meBody({ plan, plan_expiry: expiry })} />)
  await user.click(await screen.findByRole('button', { name: 'User menu' }))
  expect(await screen.findByText(`${PLAN_CARDS[plan].label} plan`)).toBeTruthy()
  expect(screen.getByText(expiry === null ? 'no expiry' : 'until 8 Dec 2026')).toBeTruthy()
  for (const bullet of PLAN_CARDS[plan].bullets.slice(0, 4)) expect(screen.getByText(bullet)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/plans')
})
