import { expect, it, vi } from 'vitest'
import { answer } from '../testing/server.ts'
import { refreshSession, session, sessionEnded } from './session.ts'

it('publishes who is signed in', async () => {
  answer('get', '/auth/get-session', {
    session: {},
    user: { id: 'u1', name: 'Asha', email: 'a@example.com', language: 'hi' },
  })
  await refreshSession()
  expect(session.get()).toEqual({
    status: 'in',
    user: { id: 'u1', name: 'Asha', email: 'a@example.com', language: 'hi' },
  })
})

it.each([
  ['no user is', null, 200],
  ['the answer has no user', { session: {} }, 200],
  ['identity is down', {}, 500],
])('counts as signed out when %s', async (_when, body, status) => {
  answer('get', '/auth/get-session', body, status)
  expect(await refreshSession()).toEqual({ status: 'out' })
})

it('counts as signed out when the answer is no JSON', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>'))
  expect(await refreshSession()).toEqual({ status: 'out' })
})

it('keeps why the session is over, as the answer or a refused call shows', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    new Response('null', { headers: { 'x-session-end': 'password_changed' } }),
  )
  expect(await refreshSession()).toEqual({ status: 'out', ended: 'password_changed' })
  session.set({ status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } })
  sessionEnded({ ended: 'session_expired' })
  expect(session.get()).toEqual({ status: 'out', ended: 'session_expired' })
})

it('keeps where signing out leads when late calls are refused after it', () => {
  session.set({ status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } })
  sessionEnded({ exit: '/' })
  sessionEnded({ ended: 'session_expired' })
  expect(session.get()).toEqual({ status: 'out', exit: '/' })
})
