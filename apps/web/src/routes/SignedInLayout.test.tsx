import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '../lib/session.ts'
import { meBody } from '../testing/response-bodies.ts'
import { show } from '../testing/render.tsx'
import { answer } from '../testing/server.ts'
import { SignedInLayout } from './SignedInLayout.tsx'

beforeEach(() => session.set({ status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } }))

const withTerms = (terms: 'agreed' | 'changed' | 'never') =>
  answer('get', '/me', meBody({ legal: { ...meBody().legal, terms } }))

it('asks who never agreed for the terms in place of every screen', async () => {
  withTerms('never')
  const seen = answer('post', '/terms-agreement', { terms: 'agreed' })
  const { user } = await show(<SignedInLayout />)
  expect(await screen.findByRole('heading', { name: 'Before you continue' })).toBeTruthy()
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Agree and continue' })
  expect(go.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'I am 18 or older.' }))
  expect(go.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: /^I accept the/ }))
  withTerms('agreed')
  await user.click(go)
  await expect.poll(() => screen.queryByRole('heading', { name: 'Before you continue' })).toBeNull()
  expect(seen.bodies).toEqual([{ adult: true, terms: true }])
})

it('asks over the screens once a text has changed', async () => {
  withTerms('changed')
  answer('post', '/terms-agreement', { terms: 'agreed' })
  const { user } = await show(<SignedInLayout />)
  expect(await screen.findByText('The terms or the privacy policy have changed')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /^I am 18 or older/ }))
  withTerms('agreed')
  await user.click(screen.getByRole('button', { name: 'Agree' }))
  await expect.poll(() => screen.queryByText('The terms or the privacy policy have changed')).toBeNull()
})

it('reads the announcements once with the page, and again after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  withTerms('agreed')
  const seen = answer('get', '/announcements', { announcements: [] })
  await show(<SignedInLayout />)
  await expect.poll(() => seen.queries.length).toBe(1)
  await vi.advanceTimersByTimeAsync(299_000)
  expect(seen.queries.length).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  await expect.poll(() => seen.queries.length).toBe(2)
})

it('reads no announcements for a visitor', async () => {
  session.set({ status: 'out' })
  const seen = answer('get', '/announcements', { announcements: [] })
  await show(<SignedInLayout />)
  expect(await screen.findByTestId('elsewhere')).toBeTruthy()
  expect(seen.queries.length).toBe(0)
})

it('reads no announcements before the terms are agreed to', async () => {
  withTerms('never')
  const seen = answer('get', '/announcements', { announcements: [] })
  await show(<SignedInLayout />)
  expect(await screen.findByRole('heading', { name: 'Before you continue' })).toBeTruthy()
  expect(seen.queries.length).toBe(0)
})
