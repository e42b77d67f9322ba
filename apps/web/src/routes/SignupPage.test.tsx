import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { restoreLanguage, setLanguage } from '../lib/language.ts'
import { show } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { SignupPage } from './SignupPage.tsx'

const at = { path: '/signup' }

async function fill() {
  const view = await show(<SignupPage />, at)
  await view.user.type(await screen.findByLabelText(/^Name/), 'Asha Rao')
  await view.user.type(screen.getByLabelText(/^Email/), 'asha@example.com')
  await view.user.type(screen.getByLabelText(/^Password/), 'four calm words here')
  return view
}

const send = () => screen.getByRole('button', { name: 'Create account' })

it('shows what is missing, in its own words', async () => {
  const { user } = await show(<SignupPage />, at)
  await user.type(await screen.findByLabelText(/^Email/), 'nonsense')
  await user.type(screen.getByLabelText(/^Password/), 'short')
  await user.click(send())
  for (const text of [
    'Required',
    'Must be an email address',
    'Must be at least 8 characters',
    'You must be 18 or older.',
    'You must accept the terms and the privacy policy.',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
})

it('shows it in Hindi to who reads Hindi', async () => {
  await restoreLanguage(['shell', 'account'])
  await setLanguage('hi')
  const { user } = await show(<SignupPage />, at)
  await user.click(await screen.findByRole('button', { name: 'खाता बनाएँ' }))
  for (const text of ['ज़रूरी है', 'ईमेल पता होना चाहिए', 'आपकी उम्र 18 साल या उससे ज़्यादा होनी चाहिए।'])
    expect(await screen.findByText(text)).toBeTruthy()
  await setLanguage('en')
})

it('sends the form and asks to check the inbox', async () => {
  const seen = answer('post', '/signup', { ok: true, verification: 'sent' })
  const { user } = await fill()
  await user.click(screen.getByRole('checkbox', { name: /18 or older/ }))
  await user.click(screen.getByRole('checkbox', { name: /I accept/ }))
  await user.click(send())
  expect(await screen.findByText('Check your inbox')).toBeTruthy()
  expect(seen.bodies).toEqual([
    {
      name: 'Asha Rao',
      email: 'asha@example.com',
      password: 'four calm words here',
      adult: true,
      terms: true,
      language: 'en',
    },
  ])
})

it('shows what the server refuses', async () => {
  refuse('post', '/signup', 429, { message: 'Too many sign-ups. Try again in a minute.' })
  const { user } = await fill()
  await user.click(screen.getByRole('checkbox', { name: /18 or older/ }))
  await user.click(screen.getByRole('checkbox', { name: /I accept/ }))
  await user.click(send())
  expect(await screen.findByText('Too many sign-ups. Try again in a minute.')).toBeTruthy()
})
