import { expect, type Page } from '@playwright/test'
import { Authenticator } from '../../apps/demo/src/authenticator.ts'
import { arrives, logIn, logInAs, signUp } from '../users.ts'
import { historyOf, tabAs, toastOf } from '../browser-tabs.ts'
import { test } from '../test.ts'

const USER = { name: 'Asha Visitor', email: 'asha@visitor.example', password: 'seven quiet rivers run' }
const NEXT_PASSWORD = 'eight quiet rivers run'
const LAST_PASSWORD = 'nine quiet rivers run'

/** Holds the answers of `path` back until the returned function is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Ticks the two boxes that stand before an account of a first sign-in with Google. Nothing else is there until then. */
async function openAccount(page: Page): Promise<void> {
  const agree = page.getByRole('button', { name: 'Agree and continue' })
  await expect(agree).toBeDisabled()
  await page.goto(new URL('/profile', page.url()).href)
  await expect(page.getByRole('heading', { name: 'Before you continue' })).toBeVisible()
  await page.getByRole('checkbox', { name: /18 or older/ }).check()
  await expect(agree).toBeDisabled()
  await page.getByRole('checkbox', { name: /I accept the/ }).check()
  await agree.click()
  await expect(page.getByRole('heading', { name: 'Before you continue' })).toBeHidden()
}

test('a wrong password and an unknown address read the same; while busy both buttons rest', async ({ page, stack }) => {
  const release = await hold(page, '**/api/auth/sign-in/email')
  await logIn(page, stack, 'elite@demo.example', 'not the password')
  await expect(page.getByRole('button', { name: 'Please wait…' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Login with Google' })).toBeDisabled()
  release()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()

  await logIn(page, stack, 'nobody@visitor.example', 'not the password')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page).toHaveURL(/\/login/)
})

test('a login without a network reads like any other failure, and shows what to look at', async ({ page, stack }) => {
  await page.goto(`${stack.url}/login`)
  await page.getByLabel('Email').fill('elite@demo.example')
  await page.getByLabel(/^Password/).fill('any password')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const lines = page.getByRole('alert').getByRole('paragraph')
  await expect(lines).toHaveText([
    'Invalid email or password',
    'The service could not be reached. Check your connection.',
  ])
  await page.context().setOffline(false)
})

test('a buyer who logs in on the way goes on with the chosen plan', async ({ page, stack }) => {
  await page.goto(`${stack.url}/payment/master?billing=quarterly`)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill('starter@demo.example')
  await page.getByLabel(/^Password/).fill(stack.demo!.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${stack.url}/payment/master?billing=quarterly`)
  await expect(page.getByRole('heading', { name: 'Subscribe to Master Plan' })).toBeVisible()
})

test("'Start Free Now' leads a newcomer to the sign-up", async ({ page, stack }) => {
  await page.goto(`${stack.url}/subscribe/starter`)
  await page.getByRole('main').getByRole('link', { name: 'Start Free Now' }).click()
  await expect(page).toHaveURL(`${stack.url}/signup`)
})

test('login leads to the dashboard and takes its own place in the history', async ({ page, stack }) => {
  await page.goto(stack.url)
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill('elite@demo.example')
  await page.getByLabel(/^Password/).fill(stack.demo!.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const visited = await historyOf(page)
  expect(visited).toContain(`${stack.url}/dashboard`)
  expect(visited).not.toContain(`${stack.url}/login`)
})

test('the login page links to the password reset, the terms and the privacy policy', async ({ page, stack }) => {
  await page.goto(`${stack.url}/login`)
  await expect(page.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/reset-password')
  await expect(page.getByRole('link', { name: /terms/i }).first()).toHaveAttribute('href', '/terms')
  await expect(page.getByRole('link', { name: /privacy/i }).first()).toHaveAttribute('href', '/privacy')
})

test('a signed-out visitor of a signed-in screen goes to the login', async ({ page, stack }) => {
  for (const path of [
    '/dashboard',
    '/profile',
    '/change-password',
    '/security',
    '/trade-settings',
    '/connect-zerodha',
  ]) {
    await page.goto(stack.url + path)
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('the start page sends an active plan on; a starter stays and Login leads to the dashboard', async ({
  browser,
  stack,
}) => {
  const elite = await tabAs(browser, stack, 'elite')
  await elite.goto(stack.url)
  await expect(elite).toHaveURL(/\/dashboard$/)

  // A plan that cannot be read is treated as no plan.
  await elite.route('**/api/me', (route) => route.fulfill({ status: 500, json: { code: 'x', message: 'x' } }))
  await elite.goto(stack.url)
  await expect(elite).toHaveURL(/\/login$/)
  await elite.context().close()

  const starter = await tabAs(browser, stack, 'starter')
  await expect(starter.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // The dashboard asks the same: an answer that it is left before never ends.
  const checked = starter.waitForResponse(
    (response) => response.url().endsWith('/api/me') && response.frame().url() === `${stack.url}/`,
  )
  await starter.goto(stack.url)
  await (await checked).finished()
  await expect(starter.getByRole('heading', { name: 'Welcome to Strikewise' })).toBeVisible()
  const visited = (await historyOf(starter)).length
  await starter.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await expect(starter).toHaveURL(/\/dashboard$/)
  // The start page stays behind it. Its address is not disclosed to another document, so its place is counted; once it is there
  // the dashboard has put an entry of its own on top.
  await expect.poll(() => starter.evaluate('history.state?.guard')).toBe(true)
  expect(await historyOf(starter)).toHaveLength(visited + 2)
  await starter.context().close()
})

test('a forgotten password is replaced by the link in the mail', async ({ page, stack }) => {
  await signUp(page, stack, USER)
  await page.context().clearCookies()
  await stack.sandbox('/mails', undefined, 'DELETE')

  await page.goto(`${stack.url}/reset-password`)
  const email = page.getByLabel('Email')
  const send = page.getByRole('button', { name: 'Send Reset Link' })
  await page.route('**/api/auth/request-password-reset', (route) => route.abort(), { times: 1 })
  await email.fill(USER.email)
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to send reset link. Try again.')
  await send.click()
  await expect(page.getByRole('status')).toHaveText('Password reset link sent. Check your inbox.')
  await expect(page.getByRole('link', { name: /back to login/i })).toHaveAttribute('href', '/login')

  let link: string | undefined
  await expect
    .poll(async () => {
      const mails = await stack.sandbox<{ text: string }[]>(`/mails?to=${USER.email}`)
      return (link = mails[0]?.text.match(/https?:\/\/\S+/)?.[0])
    })
    .toBeTruthy()
  await page.goto(link!)
  await page.getByLabel(/^New Password/).fill(NEXT_PASSWORD)
  await page.getByLabel('Confirm New Password').fill(NEXT_PASSWORD)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, stack, USER.email, USER.password)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await logIn(page, stack, USER.email, NEXT_PASSWORD)
  await arrives(page)
})

test('changing the password shows what is wrong, and clears the form when it is done', async ({ page, stack }) => {
  await logIn(page, stack, USER.email, NEXT_PASSWORD)
  await arrives(page)
  await page.goto(`${stack.url}/change-password`)
  const current = page.getByLabel('Current Password')
  const next = page.getByLabel(/^New Password/)
  const again = page.getByLabel('Confirm New Password')
  const attempt = async (values: readonly [string, string, string], outcome: string | RegExp) => {
    await current.fill(values[0])
    await next.fill(values[1])
    await again.fill(values[2])
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText(outcome)).toBeVisible()
  }
  await attempt([NEXT_PASSWORD, LAST_PASSWORD, ''], 'Please fill all fields.')
  await attempt([NEXT_PASSWORD, LAST_PASSWORD, 'another one'], 'New passwords do not match.')
  await attempt(['not the password', LAST_PASSWORD, LAST_PASSWORD], 'Incorrect current password.')
  await attempt([NEXT_PASSWORD, 'password123', 'password123'], /^❌ .*password/)
  await attempt([NEXT_PASSWORD, LAST_PASSWORD, LAST_PASSWORD], 'Password updated successfully!')
  for (const field of [current, next, again]) await expect(field).toHaveValue('')
  await page.getByRole('link', { name: /back to dashboard/i }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('an authenticator app is set up, asked for, lost and switched off', async ({ page, stack }) => {
  await logIn(page, stack, USER.email, LAST_PASSWORD)
  await arrives(page)
  await page.goto(`${stack.url}/profile`)
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel(/^Password/).fill(LAST_PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = (await page.getByRole('main').locator('code').textContent())!
  const app = new Authenticator(key)
  await page.getByLabel(/^Code of your/).fill(await app.code())
  await page.getByRole('button', { name: 'Switch on' }).click()
  const backup = (await page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').first().textContent())!
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await page.context().clearCookies()
  await logIn(page, stack, USER.email, LAST_PASSWORD)
  const code = await app.code()
  await page.getByLabel(/^Code of your/).fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toHaveText('Incorrect code. Try the next one.')
  await page.getByLabel(/^Code of your/).fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.context().clearCookies()
  await logIn(page, stack, USER.email, LAST_PASSWORD)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel(/^Backup code/).fill(backup)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${stack.url}/security`)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByLabel(/^Password/).fill(LAST_PASSWORD)
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('Login with Google: a popup, and a newcomer starts as starter', async ({ page, stack }) => {
  await page.goto(`${stack.url}/login`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Login with Google' }).click()
  const popup = await opened
  await expect(page.getByRole('button', { name: 'Opening Google…' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeDisabled()
  await popup.getByLabel('Name').fill('Popup Person')
  await popup.getByLabel('Email').fill('popup@visitor.example')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await openAccount(page)
  await page.goto(`${stack.url}/profile`)
  await expect(page.getByRole('main')).toContainText('Popup Person')
  await expect(page.getByRole('main')).toContainText('popup@visitor.example')
  await expect(page.getByRole('main')).toContainText('Starter')
})

test('Login with Google: where popups are blocked it reports it and redirects', async ({ page, stack }) => {
  await page.addInitScript('window.open = () => null')
  const release = await hold(page, '**/api/auth/sign-in/social')
  await page.goto(`${stack.url}/login`)
  await page.getByRole('button', { name: 'Login with Google' }).click()
  await expect(toastOf(page, 'Popup blocked by the browser. Switching to redirect…')).toBeVisible()
  release()
  await page.getByLabel('Name').fill('Redirected Person')
  await page.getByLabel('Email').fill('redirected@visitor.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await openAccount(page)
  await page.goto(`${stack.url}/profile`)
  await expect(page.getByRole('main')).toContainText('Redirected Person')
})

test('logout clears local storage and goes to the start page', async ({ page, stack }) => {
  await logInAs(page, stack, 'starter')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.evaluate(() => localStorage.setItem('left-behind', 'yes'))
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${stack.url}/`)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goto(`${stack.url}/dashboard`)
  await expect(page).toHaveURL(/\/login$/)
})
