import { expect, type Page } from '@playwright/test'
import { signUp, type BrokerAccount } from '../users.ts'
import { buyPlan, newTab, toastOf } from '../browser-tabs.ts'
import { test } from '../test.ts'
import type { DevStack } from '../dev-stack.ts'

const USER = { name: 'Linked Trader', email: 'linked@visitor.example', password: 'seven quiet rivers run' }
const BROKER = 'SW1004'

let stack: DevStack
let page: Page
let account: BrokerAccount

test.describe.configure({ mode: 'serial' })
// Late in the day: the next market morning is near. No demo: only this user logs in to the broker.
test.use({ market: { sandboxArgs: ['--speed', '1', '--start', '2026-09-16T15:30'] } })
test.beforeAll(async ({ browser, stack: started }) => {
  stack = started
  account = await stack.sandbox<BrokerAccount>(`/accounts/${BROKER}`)
  await stack.sandbox(`/accounts/${BROKER}`, { redirect_url: 'https://redirected.example/' }, 'PUT')
  page = await newTab(browser)
  await signUp(page, stack, USER)
  await buyPlan(page, stack, 'elite')
  await page.goto(`${stack.url}/connect-zerodha`)
})
test.afterAll(async () => page.context().close())

const keys = () => ({ key: page.getByRole('textbox', { name: 'API Key' }), secret: page.getByLabel('API Secret') })
const pasted = () => page.getByLabel('Redirected URL')
const connect = () => page.getByRole('button', { name: 'Connect', exact: true })
const disclosure = () => page.getByRole('checkbox', { name: /risk disclosure/ })

async function saveKeys(key: string, secret: string): Promise<void> {
  await keys().key.fill(key)
  await keys().secret.fill(secret)
  await page.getByRole('button', { name: /^(Save|Replace) keys$/ }).click()
}

/** Presses the login link, signs in at the broker and gives the address the broker would send the browser to. */
async function brokerRedirect(): Promise<string> {
  await expect(page.getByText('Saved, ends in')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open Zerodha login' }).click()
  const login = await opened
  await login.waitForURL(/connect\/login/)
  const address = new URL(login.url())
  await login.close()
  expect(address.searchParams.get('api_key')).toBe(account.api_key)
  const { redirect_url } = await stack.sandbox<{ redirect_url: string }>(`/accounts/${BROKER}/login`, {
    redirect_params: address.searchParams.get('redirect_params') ?? '',
  })
  return redirect_url
}

test('nothing goes on before the disclosure is accepted', async () => {
  await expect(page.getByRole('status').filter({ hasText: 'Not connected' })).toBeVisible()
  const refused = page.getByRole('alert').filter({ hasText: 'You must accept the disclosure before continuing.' })
  await saveKeys(account.api_key, account.api_secret)
  await expect(refused).toBeVisible()
  await expect(disclosure()).toBeInViewport()

  await page.reload()
  await expect(refused).toBeHidden()
  await pasted().fill('https://redirected.example/?request_token=abc&status=success')
  await connect().click()
  await expect(refused).toBeVisible()
  await disclosure().check()
  await expect(refused).toBeHidden()
})

test('the login link needs the key, the paste box an address with a token', async () => {
  await page.getByRole('button', { name: 'Open Zerodha login' }).click()
  await expect(page.getByText('Enter API Key first.')).toBeVisible()

  await pasted().fill('')
  await connect().click()
  await expect(page.getByText('Please paste the full redirected URL after Zerodha login.')).toBeVisible()
  await pasted().fill('https://redirected.example/?status=success')
  await expect(page.getByText('request_token not detected in this URL.')).toBeVisible()
  await connect().click()
  await expect(
    page.getByText('request_token not found in the pasted URL. Please paste the exact URL you were redirected to.'),
  ).toBeVisible()
})

test('keys are saved trimmed; a failure is shown', async () => {
  await page.route('**/api/broker/keys', (route) => route.abort(), { times: 1 })
  await saveKeys(account.api_key, account.api_secret)
  await expect(toastOf(page, 'Failed to save API keys.')).toBeVisible()
  await saveKeys(`  ${account.api_key} `, ` ${'wrong-'.repeat(4)}secret `)
  await expect(toastOf(page, 'API Key and Secret saved.')).toBeVisible()
  await expect(page.getByText(`Saved, ends in ${account.api_key.slice(-4)}`)).toBeVisible()
  await expect(keys().secret).toHaveValue('')
})

test('a wrong secret: the broker’s own words', async () => {
  await pasted().fill(await brokerRedirect())
  await connect().click()
  await expect(page.getByText('Error: Invalid `checksum`.')).toBeVisible()
  await expect(page).toHaveURL(/\/connect-zerodha/)
})

test('connects, and the same address does not work twice', async () => {
  await saveKeys(account.api_key, account.api_secret)
  // Not the message, which may still be about the keys saved before.
  await expect(keys().secret).toHaveValue('')
  const redirected = await brokerRedirect()
  await pasted().fill(redirected)
  await connect().click()
  await expect(toastOf(page, 'Access Token saved successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(`${stack.url}/zerodha-connect`)
  await expect(page.getByText('Connected — token is valid for today (IST).')).toBeVisible()
  await pasted().fill(redirected)
  await connect().click()
  await expect(page.getByText(/^Error: This login was not started here, was already used/)).toBeVisible()
})

test('a spent request token of a fresh login is refused in the broker’s words', async () => {
  const fresh = new URL(await brokerRedirect())
  fresh.searchParams.set('request_token', 'spentspentspentspentspentspent12')
  await pasted().fill(fresh.href)
  await connect().click()
  await expect(page.getByText(/^Error: Token is invalid or has expired\./)).toBeVisible()
})

test('disconnects and connects again; a failed disconnect is shown', async () => {
  const disconnect = page.getByRole('button', { name: 'Disconnect' })
  await page.route(
    '**/zerodha/disconnect',
    (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Busy.', detail: 'Try later.' } }),
    { times: 1 },
  )
  await disconnect.click()
  await expect(toastOf(page, 'Failed to disconnect: Try later.')).toBeVisible()
  await disconnect.click()
  await expect(toastOf(page, 'Disconnected successfully.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Not connected' })).toBeVisible()
  await expect(disconnect).toBeHidden()

  await pasted().fill(await brokerRedirect())
  await connect().click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a login that returns to the page is completed without a paste, and leaves no token in the history', async () => {
  await page.goto(`${stack.url}/connect-zerodha`)
  await stack.sandbox(`/accounts/${BROKER}`, { redirect_url: `${stack.url}/zerodha-connect` }, 'PUT')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open Zerodha login' }).click()
  const login = await opened
  await login.getByLabel('User id').fill(account.user_id)
  await login.getByLabel('Password').fill(account.password)
  const { totp } = await stack.sandbox<BrokerAccount>(`/accounts/${BROKER}`)
  await login.getByLabel('TOTP code').fill(totp)
  await login.getByRole('button', { name: 'Log in' }).click()
  await expect(login).toHaveURL(/\/dashboard$/)
  await expect(toastOf(login, 'Access Token saved successfully.')).toBeVisible()
  await login.goBack()
  await expect(login).not.toHaveURL(/request_token/)
  await login.close()
})

test('a redirect with a state that this session was not given is not completed', async () => {
  await page.goto(`${stack.url}/connect-zerodha`)
  const redirected = new URL(await brokerRedirect())
  redirected.searchParams.set('state', 'a'.repeat(43))
  await page.goto(redirected.href)
  await expect(page.getByText(/^Error: This login was not started here, was already used/)).toBeVisible()
  await expect(page).toHaveURL(/\/zerodha-connect$/)
})

test('the next market morning the token is stale: it is let go and an amber notice reports it', async () => {
  await stack.sandbox('/clock/jump', { to: '2026-09-17T09:00' })
  // The dashboard shows the connected, stale state; opening the connect screen lets it go.
  await page.goto(`${stack.url}/dashboard`)
  await expect(page.getByRole('status').filter({ hasText: 'Your broker login has expired' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in again' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Your earlier session has expired and was disconnected.' }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'Not connected' })).toBeVisible()
})

test('when the plan has ended, Login leads to the plans, trading screens are shut and the dashboard offers to renew', async () => {
  await stack.sandbox('/clock/jump', { to: '2026-10-19T09:00' })
  await page.goto(stack.url)
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/plans$/)
  for (const path of ['/trade-settings', '/connect-zerodha']) {
    await page.goto(stack.url + path)
    await expect(page).toHaveURL(/\/plans$/)
  }
  await page.goto(`${stack.url}/dashboard`)
  const notice = page.getByRole('status').filter({ hasText: 'Your Elite plan has expired' })
  await expect(notice).toContainText('16 Oct 2026')
  await expect(notice.getByRole('link', { name: 'Renew' })).toHaveAttribute('href', '/plans')
  await expect(page.getByRole('region', { name: 'Core Agent Signals' }).getByText('Upgrade Plan')).toBeVisible()
})
