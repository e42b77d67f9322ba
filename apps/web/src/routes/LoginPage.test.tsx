import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../lib/session.ts'
import { meBody } from '../testing/response-bodies.ts'
import { leftThePage, show } from '../testing/render.tsx'
import { answer, breakOff, hang, refuse } from '../testing/server.ts'
import { LoginPage } from './LoginPage.tsx'

const at = { path: '/login' }
const signedIn = { session: {}, user: { id: 'u1', name: 'Asha', email: 'asha@example.com', language: 'en' as const } }

beforeEach(() => session.set({ status: 'out' }))

async function logIn(from = '/login') {
  const view = await show(<LoginPage />, { ...at, at: from })
  await view.user.type(await screen.findByLabelText(/^Email/), 'asha@example.com')
  await view.user.type(screen.getByLabelText(/^Password/), 'secret words')
  await view.user.click(screen.getByRole('button', { name: 'Login' }))
  return view
}

it('links to reset, terms, privacy and sign-up', async () => {
  await show(<LoginPage />, at)
  expect((await screen.findByRole('link', { name: 'Forgot Password?' })).getAttribute('href')).toBe('/reset-password')
  expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms')
  expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy')
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup')
})

it.each([
  ['session_expired', 'Your session has expired. Log in again.'],
  ['session_ended', 'You were logged out from another device. Log in again.'],
  ['password_changed', 'Your password was changed, so all devices were logged out. Log in with the new password.'],
])('says why a login is needed again: %s', async (ended, text) => {
  session.set({ status: 'out', ended })
  await show(<LoginPage />, at)
  expect((await screen.findByRole('status')).textContent).toBe(text)
})

it.each([undefined, 'not_signed_in'])('says nothing of an earlier session where none is known: %s', async (ended) => {
  session.set({ status: 'out', ...(ended === undefined ? {} : { ended }) })
  await show(<LoginPage />, at)
  await screen.findByRole('button', { name: 'Login' })
  expect(screen.queryByRole('status')).toBeNull()
})

it("shows 'Invalid email or password' for a refused sign-in", async () => {
  refuse('post', '/auth/sign-in/email', 401, { message: 'Invalid' })
  await logIn()
  expect(await screen.findByText('Invalid email or password')).toBeTruthy()
})

it("shows 'Please wait…' and disables both buttons while busy", async () => {
  hang('post', '/auth/sign-in/email')
  await logIn()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Please wait…' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login with Google' }).disabled).toBe(true)
})

it.each([
  [
    'cannot be reached',
    () => breakOff('post', '/auth/sign-in/email'),
    'The service could not be reached. Check your connection.',
  ],
  [
    'has trouble',
    () => refuse('post', '/auth/sign-in/email', 503, { message: 'x' }),
    'The service does not answer. Try again in a moment.',
  ],
  [
    'limits',
    () => refuse('post', '/auth/sign-in/email', 429, { message: 'x' }),
    'Too many attempts. Wait a few minutes and try again.',
  ],
])('begins alike and says in a second line that the service %s', async (_what, arrange, hint) => {
  arrange()
  await logIn()
  const lines = (await screen.findByRole('alert')).querySelectorAll('p')
  expect(Array.from(lines, (line) => line.textContent)).toEqual(['Invalid email or password', hint])
})

describe('an account with an authenticator app', () => {
  it.each([
    ['its code', undefined, /^Code of your/, '/auth/two-factor/verify-totp'],
    ['a backup code', 'Use a backup code', /^Backup code/, '/auth/two-factor/verify-backup-code'],
  ])('is asked for %s, and goes on', async (_what, choice, label, path) => {
    answer('post', '/auth/sign-in/email', { twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    const seen = answer('post', path, { user: signedIn.user })
    answer('get', '/auth/get-session', signedIn)
    const { user, address } = await logIn()
    if (choice !== undefined) await user.click(await screen.findByRole('button', { name: choice }))
    await user.type(await screen.findByLabelText(label), '123 456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await leftThePage()
    expect(address()).toBe('/dashboard')
    expect(seen.bodies).toMatchObject([{ code: '123456' }])
  })

  it.each([
    ['INVALID_CODE', 'Incorrect code. Try the next one.'],
    ['INVALID_TWO_FACTOR_COOKIE', 'That took too long. Start again with your password.'],
    ['ACCOUNT_TEMPORARILY_LOCKED', 'Too many wrong codes. Try again in a quarter of an hour.'],
  ])('shows why a code is refused: %s', async (code, text) => {
    answer('post', '/auth/sign-in/email', { twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    answer('post', '/auth/two-factor/verify-totp', { code, message: 'x' }, 401)
    const { user } = await logIn()
    await user.type(await screen.findByLabelText(/^Code of your/), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})

describe('after a sign-in', () => {
  it.each([
    ['/login?plan=elite&billing=quarterly', '/payment/elite?billing=quarterly'],
    ['/login?plan=starter&billing=monthly', '/dashboard'],
    ['/login?plan=elite&billing=weekly', '/dashboard'],
    ['/login?plan=//evil.example&billing=monthly', '/dashboard'],
  ])('of a buyer at %s goes on at %s', async (from, to) => {
    answer('post', '/auth/sign-in/email', { redirect: false, user: signedIn.user })
    answer('get', '/auth/get-session', signedIn)
    answer('get', '/me', meBody())
    const { address } = await logIn(from)
    await leftThePage()
    expect(address()).toBe(to)
  })

  it.each([
    ['a record with a plan goes to the dashboard', meBody(), 200, '/dashboard'],
    ['a record without a plan goes to the plans', meBody({ plan: null, plan_expiry: null }), 200, '/plans'],
    ['a missing record goes to the plans', { code: 'not_found', message: 'No.' }, 404, '/plans'],
  ])('%s', async (_what, me, status, to) => {
    answer('post', '/auth/sign-in/email', { redirect: false, user: signedIn.user })
    answer('get', '/auth/get-session', signedIn)
    answer('get', '/me', me, status)
    const { address } = await logIn()
    await leftThePage()
    expect(address()).toBe(to)
    expect(session.get().status).toBe('in')
  })
})

it('reports it when the sign-in went well and the session cannot be read', async () => {
  answer('post', '/auth/sign-in/email', { redirect: false, user: signedIn.user })
  refuse('get', '/auth/get-session', 429, { message: 'Too many requests.' })
  const { address } = await logIn()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Invalid email or passwordThe service could not be reached. Check your connection.',
  )
  expect(address()).toBe('/login')
})

describe('Google', () => {
  it('falls back to the redirect when the popup is blocked, and reports it', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    hang('post', '/auth/sign-in/social')
    const { user } = await show(<LoginPage />, at)
    await user.click(await screen.findByRole('button', { name: 'Login with Google' }))
    expect(await screen.findByText('Popup blocked by the browser. Switching to redirect…')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Opening Google…' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login' }).disabled).toBe(true)
  })

  it('processes the pending result on return from the redirect', async () => {
    session.set({ status: 'in', user: signedIn.user })
    answer('get', '/auth/get-session', signedIn)
    const { address } = await show(<LoginPage />, { ...at, at: '/login?from=google' })
    await leftThePage()
    expect(address()).toBe('/dashboard')
  })

  it.each([
    [
      'unauthorized_domain',
      'This domain is not authorized for external sign-in. Add it to the trusted origins of the service.',
    ],
    ['origin_mismatch', 'Origin mismatch in Google OAuth (add your https origin).'],
    ['redirect_uri_mismatch', 'Redirect URI mismatch in Google OAuth.'],
    ['odd', 'Google sign-in failed. Try again.'],
  ])('shows the error it came back with: %s', async (code, text) => {
    await show(<LoginPage />, { ...at, at: `/login?error=${code}` })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('is not offered when the provider does not answer', async () => {
    const { configBody } = await import('../testing/response-bodies.ts')
    answer('get', '/config', { ...configBody, providers: [] })
    await show(<LoginPage />, at)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Login with Google' })).toBeNull())
  })
})
