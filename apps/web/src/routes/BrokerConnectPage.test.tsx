import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it } from 'vitest'
import { meBody } from '../testing/response-bodies.ts'
import { show } from '../testing/render.tsx'
import { answer, refuse, server } from '../testing/server.ts'
import { BrokerConnectPage } from './BrokerConnectPage.tsx'

const at = { path: '/zerodha-connect' }

afterEach(() => window.history.replaceState(null, '', '/'))

it('completes the login with the redirect it was opened with, and takes that out of the address', async () => {
  refuse('post', '/zerodha-callback', 503, { message: 'Busy.' })
  window.history.replaceState(null, '', '/zerodha-connect?request_token=abc123&status=success')
  const { address } = await show(<BrokerConnectPage />, {
    ...at,
    at: '/zerodha-connect?request_token=abc123&status=success',
  })
  const box = await screen.findByLabelText<HTMLInputElement>('Redirected URL')
  expect(box.value).toContain('request_token=abc123')
  await waitFor(() => expect(address()).toBe('/zerodha-connect'))
  expect(box.value).toContain('request_token=abc123')
  expect(await screen.findByText('Error: Busy.')).toBeTruthy()
})

it('shows the amber notice after a stale token was let go', async () => {
  const { zerodha } = meBody()
  answer('get', '/me', meBody({ zerodha: { ...zerodha, token_stale: true } }))
  server.use(
    http.post('/api/zerodha/disconnect', () => {
      answer('get', '/me', meBody({ zerodha: { ...zerodha, connected: false } }))
      return HttpResponse.json({ ...zerodha, connected: false })
    }),
  )
  await show(<BrokerConnectPage />, at)
  expect(await screen.findByText('Your earlier session has expired and was disconnected.')).toBeTruthy()
})

it('is locked to plans below elite', async () => {
  answer('get', '/me', meBody({ plan: 'pro' }))
  await show(<BrokerConnectPage />, at)
  expect(await screen.findByText('Upgrade Required')).toBeTruthy()
})
