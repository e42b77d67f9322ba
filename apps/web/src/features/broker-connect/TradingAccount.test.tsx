import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { configBody, FUTURE, meBody, PAST } from '../../testing/response-bodies.ts'
import { leftThePage, show, toasted } from '../../testing/render.tsx'
import { answer, refuse, server } from '../../testing/server.ts'
import { TradingAccount } from './TradingAccount.tsx'

const { zerodha } = meBody()
const none = { ...zerodha, connected: false, api_key_set: false, api_key_last4: null, api_secret_set: false }
const paper = { ...zerodha, opened_for_user: true, broker_user_id: 'PA12345678' }
const page = (redirected = '') => show(<TradingAccount redirected={redirected} />, { path: '/connect-zerodha' })
const choice = (name: string) => screen.findByRole('radio', { name })

it('shows broker connect first, and shows that it is real money on a real broker', async () => {
  answer('get', '/config', { ...configBody, sandbox: false })
  answer('get', '/me', meBody({ zerodha: { ...none, mode: 'live' } }))
  await page()
  expect(await screen.findByText('Before you connect')).toBeTruthy()
  expect((await choice('Zerodha account')).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText('Real money, in your own account.')).toBeTruthy()
  expect(screen.getByText('Live')).toBeTruthy()
})

it.each(['starter', 'pro'] as const)('opens a paper account for %s with one press', async (plan) => {
  const me = meBody({ plan, plan_expiry: plan === 'starter' ? null : FUTURE, zerodha: none })
  answer('get', '/me', me)
  const { user } = await page()
  expect(await screen.findByText('Upgrade Required')).toBeTruthy()
  await user.click(await choice('Paper account'))
  expect(screen.getByText('No real money.')).toBeTruthy()
  expect(screen.getByText(/Your plan trades Nifty on paper, 1 trade at a time/)).toBeTruthy()
  server.use(
    http.post('/api/broker/paper', () => {
      answer('get', '/me', { ...me, zerodha: paper })
      return HttpResponse.json(paper)
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Start paper trading' }))
  await toasted('Paper account connected.')
  expect(await screen.findByText('Your paper account is connected for today.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Trade Settings' }).getAttribute('href')).toBe('/trade-settings')
})

it('shows why an account cannot be changed now', async () => {
  const detail = 'Disconnect the Zerodha account first.'
  refuse('post', '/broker/paper', 409, { message: 'No.', detail })
  const { user } = await page()
  await user.click(await choice('Paper account'))
  await user.click(screen.getByRole('button', { name: 'Start paper trading' }))
  expect(await screen.findByText(`Error: ${detail}`)).toBeTruthy()
})

it('shows the paper account to who has one, and disconnects it', async () => {
  answer('get', '/me', meBody({ zerodha: paper }))
  answer('get', '/user_active_trades', [])
  const seen = answer('post', '/zerodha/disconnect', { ...paper, connected: false })
  const { user } = await page()
  expect(await screen.findByText(/Client PA12345678/)).toBeTruthy()
  await user.click(await choice('Zerodha account'))
  expect(screen.getByText('You’re on paper trading')).toBeTruthy()
  expect(screen.queryByLabelText('API Key')).toBeNull()
  await user.click(await choice('Paper account'))
  await user.click(screen.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(seen.bodies).toEqual([{ user_id: 'u1' }]))
})

it('asks for the user’s own keys after the paper account was let go', async () => {
  answer('get', '/me', meBody({ zerodha: { ...paper, connected: false } }))
  const { user } = await page()
  expect(await screen.findByRole('button', { name: 'Connect for today' })).toBeTruthy()
  await user.click(await choice('Zerodha account'))
  expect(screen.getByText('From the Kite developer console')).toBeTruthy()
})

it('shows what paper is priced with before a paper account is opened', async () => {
  answer('get', '/config', { ...configBody, sandbox: false, paper_data: 'live' })
  const { user } = await page()
  await user.click(await choice('Paper account'))
  expect(await screen.findByText(/^Paper orders are filled at live market prices/)).toBeTruthy()
})

it('shows why there is no paper account where paper trading is off', async () => {
  answer('get', '/config', { ...configBody, paper_data: 'off', paper_trading: false })
  await page()
  expect(await screen.findByText(/^Paper trading is off: this service has no prices for it/)).toBeTruthy()
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

it('offers no paper where there is none', async () => {
  answer('get', '/config', { ...configBody, paper_trading: false })
  await page()
  expect(await screen.findByText('Before you connect')).toBeTruthy()
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

it('offers no paper with a plan that ended', async () => {
  answer('get', '/me', meBody({ plan_expiry: PAST, zerodha: paper }))
  const { address } = await page()
  await leftThePage()
  expect(address()).toBe('/plans')
})
