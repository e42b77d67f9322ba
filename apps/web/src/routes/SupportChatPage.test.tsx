import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { meBody } from '../testing/response-bodies.ts'
import { show } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { SupportChatPage } from './SupportChatPage.tsx'

const messageRow = (id: number, from: string, text: string) => ({ id, from, text, at: '2026-11-20T10:00:00+05:30' })

beforeEach(() => {
  const { entitlements } = meBody()
  answer('get', '/me', meBody({ plan: 'master', entitlements: { ...entitlements, support_chat: true } }))
})

it('shows when support answers, and sends what is written once', async () => {
  answer('get', '/support/chat', { hours: 'Monday to Friday', messages: [] })
  const seen = answer('post', '/support/chat', { hours: null, messages: [messageRow(1, 'user', 'Hello')] })
  const { user } = await show(<SupportChatPage />)
  expect(await screen.findByText(/We answer Monday to Friday/)).toBeTruthy()
  await user.type(screen.getByLabelText('Your message'), 'Hello')
  answer('get', '/support/chat', {
    hours: null,
    messages: [messageRow(1, 'user', 'Hello'), messageRow(2, 'operator', 'Yes?')],
  })
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const log = within(await screen.findByRole('log'))
  expect(log.getByText('Hello')).toBeTruthy()
  expect(await log.findByText('Yes?', {}, { timeout: 10_000 })).toBeTruthy()
  expect(seen.bodies).toEqual([{ text: 'Hello' }])
  expect(screen.getByText(/Write to us at any time/)).toBeTruthy()
})

it('keeps what was written when it could not be sent', async () => {
  answer('get', '/support/chat', { hours: null, messages: [] })
  refuse('post', '/support/chat', 429, { message: 'Too many messages came.' })
  const { user } = await show(<SupportChatPage />)
  await user.type(await screen.findByLabelText('Your message'), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Too many messages came.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('Hello')
})

it('shows the way to the form to other plans', async () => {
  answer('get', '/me', meBody())
  await show(<SupportChatPage />)
  expect(await screen.findByText('The chat comes with the Master plan')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/support')
})
