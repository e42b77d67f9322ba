import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '../lib/session.ts'
import { leftThePage, show } from '../testing/render.tsx'
import { answer } from '../testing/server.ts'
import { ConfirmEmailPage } from './ConfirmEmailPage.tsx'

const USER = { id: 'u1', name: 'Asha', email: 'asha@example.com', language: 'en' as const }
const at = { path: '/confirm-email', at: '/confirm-email?token=t1' }

beforeEach(() => session.set({ status: 'out' }))

const password = () => screen.findByLabelText(/^Password/)
const open = () => screen.getByRole('button', { name: 'Open account' })

it('opens the account with the password of the sign-up, and signs in', async () => {
  const confirmed = answer('post', '/signup/confirm', { ok: true, email: USER.email })
  const signedIn = answer('post', '/auth/sign-in/email', { redirect: false, user: USER })
  answer('get', '/auth/get-session', { session: {}, user: USER })
  const { user, address } = await show(<ConfirmEmailPage />, at)
  await user.type(await password(), 'four calm words here')
  await user.click(open())
  await leftThePage()
  expect(address()).toBe('/dashboard')
  expect(confirmed.bodies).toEqual([{ token: 't1', password: 'four calm words here', replace: false }])
  expect(signedIn.bodies).toMatchObject([{ email: USER.email, password: 'four calm words here' }])
})

it('lets the reader of the mail choose another password', async () => {
  answer(
    'post',
    '/signup/confirm',
    { code: 'password_differs', message: 'This is not the password chosen at the sign-up.' },
    409,
  )
  const { user, address } = await show(<ConfirmEmailPage />, at)
  await user.type(await password(), 'four calm words here')
  await user.click(open())
  expect((await screen.findByRole('alert')).textContent).toBe('This is not the password chosen at the sign-up.')
  const confirmed = answer('post', '/signup/confirm', { ok: true, email: USER.email })
  answer('post', '/auth/sign-in/email', { redirect: false, user: USER })
  answer('get', '/auth/get-session', { session: {}, user: USER })
  await user.click(screen.getByRole('button', { name: 'Choose another password' }))
  await user.type(screen.getByLabelText(/^New Password/), 'five calm words in here')
  await user.type(screen.getByLabelText(/^Confirm New Password/), 'five calm words')
  await user.click(open())
  expect((await screen.findByRole('alert')).textContent).toBe('New passwords do not match.')
  await user.type(screen.getByLabelText(/^Confirm New Password/), ' in here')
  await user.click(open())
  await leftThePage()
  expect(address()).toBe('/dashboard')
  expect(confirmed.bodies).toEqual([{ token: 't1', password: 'five calm words in here', replace: true }])
})

describe('opened by a person who is logged in', () => {
  beforeEach(() => session.set({ status: 'in', user: USER }))

  it('shows that the address is verified, and goes on', async () => {
    const { user, address } = await show(<ConfirmEmailPage />, at)
    expect(await screen.findByText('Your email address is verified')).toBeTruthy()
    expect(screen.getByText('You are logged in as asha@example.com.')).toBeTruthy()
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Continue to the dashboard' }))
    await leftThePage()
    expect(address()).toBe('/dashboard')
  })

  it('opens another account where the link belongs to one', async () => {
    const { user } = await show(<ConfirmEmailPage />, at)
    await user.click(await screen.findByRole('button', { name: 'Open that account' }))
    expect(await password()).toBeTruthy()
  })
})

it.each([
  ['without a token', '/confirm-email', undefined],
  ['that has expired', '/confirm-email?token=t1', 'sign_up_link_over'],
])('says how to get another link where one came %s', async (_what, from, code) => {
  if (code !== undefined) answer('post', '/signup/confirm', { code, message: 'x' }, 400)
  const { user } = await show(<ConfirmEmailPage />, { path: '/confirm-email', at: from })
  if (code !== undefined) {
    await user.type(await password(), 'four calm words here')
    await user.click(open())
  }
  expect(await screen.findByRole('heading', { name: 'This link does not work any more' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup')
})
