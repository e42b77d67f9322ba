import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meBody, PAST } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { AccountNotices } from './AccountNotices.tsx'
import { ActiveUntil } from './ActiveUntil.tsx'

const zerodha = meBody().zerodha

it('is silent while all is in order', async () => {
  const { container } = await show(<AccountNotices me={meBody()} />)
  expect(container.textContent).toBe('')
})

it('names the plan that expired, when, and how to renew', async () => {
  await show(<AccountNotices me={meBody({ plan_expiry: PAST })} />)
  expect(await screen.findByText('Your Elite plan has expired')).toBeTruthy()
  expect(screen.getByText(/It ended on 1 Nov 2026 at 15:30 IST\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Renew' }).getAttribute('href')).toBe('/plans')
})

it('names the operator who has stopped entries', async () => {
  await show(<AccountNotices me={meBody({ stop: { user: false, global: true } })} />)
  expect(await screen.findByText('The operator has stopped all new entries')).toBeTruthy()
})

it('asks for a new login when the token is from an earlier day', async () => {
  await show(<AccountNotices me={meBody({ zerodha: { ...zerodha, token_stale: true } })} />)
  expect(await screen.findByText('Your broker login has expired')).toBeTruthy()
})

it('counts the days that remain, a begun day whole', async () => {
  await show(<ActiveUntil expiry="2026-11-22T10:00:00Z" />)
  expect(await screen.findByText('22 Nov 2026')).toBeTruthy()
  expect(screen.getByText(/\(3 days remaining\)/)).toBeTruthy()
})

it('shows N/A without an expiry', async () => {
  await show(<ActiveUntil expiry={null} />)
  expect(await screen.findByText('N/A')).toBeTruthy()
})
