import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answer, refuse } from '../testing/server.ts'
import { followAccountLanguage } from './account-language.ts'
import { currentLanguage, restoreLanguage, setLanguage } from './language.ts'
import { session } from './session.ts'

const signedIn = (language: 'en' | 'hi' | null) =>
  session.set({ status: 'in', user: { id: 'u1', name: 'Asha', email: 'a@example.com', language } })

let unfollow: () => void
beforeEach(async () => {
  session.set({ status: 'unknown' })
  await restoreLanguage(['shell'])
  unfollow = followAccountLanguage()
})
afterEach(async () => {
  unfollow()
  localStorage.clear()
  await setLanguage('en')
})

it('shows the page in the language of the account that signs in', async () => {
  signedIn('hi')
  await waitFor(() => expect(currentLanguage()).toBe('hi'))
})

it('does not save back what it took from the account', async () => {
  const seen = answer('put', '/account/language', { language: 'hi' })
  signedIn('hi')
  await waitFor(() => expect(currentLanguage()).toBe('hi'))
  expect(seen.bodies).toEqual([])
})

it('gives an account without a language the one of the page', async () => {
  const seen = answer('put', '/account/language', { language: 'hi' })
  await setLanguage('hi')
  signedIn(null)
  await waitFor(() => expect(seen.bodies).toEqual([{ language: 'hi' }]))
})

it('saves a choice to the account, and does not take it back for an older answer about the session', async () => {
  const seen = answer('put', '/account/language', { language: 'hi' })
  signedIn('en')
  await setLanguage('hi')
  signedIn('en')
  await waitFor(() => expect([seen.bodies, currentLanguage()]).toEqual([[{ language: 'hi' }], 'hi']))
})

it('reads again what the server wrote in the language from before', async () => {
  const { queryClient } = await import('./query-client.ts')
  const read = vi.spyOn(queryClient, 'invalidateQueries')
  answer('put', '/account/language', { language: 'hi' })
  signedIn('en')
  await setLanguage('hi')
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1))
})

it('saves nothing while signed out', async () => {
  const seen = answer('put', '/account/language', { language: 'hi' })
  session.set({ status: 'out' })
  await setLanguage('hi')
  expect([seen.bodies, currentLanguage()]).toEqual([[], 'hi'])
})

it('saves a choice that did not reach the account at the next page load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const refused = refuse('put', '/account/language', 503, { message: 'Try again.' })
  signedIn('en')
  await setLanguage('hi')
  await waitFor(() => expect(refused.bodies).toHaveLength(1))
  session.set({ status: 'out' })
  const seen = answer('put', '/account/language', { language: 'hi' })
  signedIn('en')
  await waitFor(() => expect(localStorage.getItem('language-unsaved')).toBeNull())
  expect([seen.bodies, currentLanguage()]).toEqual([[{ language: 'hi' }], 'hi'])
})
