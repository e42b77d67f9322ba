import type { Page } from '@playwright/test'
import { Authenticator } from '../apps/demo/src/authenticator.ts'
import { DEMO_OPERATOR } from '../scripts/dev-stack.ts'
import type { DevStack } from './dev-stack.ts'
import { expect } from './slow-expect.ts'

/** Fills the login page in and sends it. What follows is the caller's to wait for: leaving the page earlier loses the login. */
export async function logIn(page: Page, stack: DevStack, email: string, password: string): Promise<void> {
  await page.goto(`${stack.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Waits until a login that was sent leads to the dashboard. When it does not, the failure shows what the page showed. */
export async function arrives(page: Page): Promise<void> {
  const outcome = async () => {
    const { pathname } = new URL(page.url())
    if (pathname === '/dashboard') return pathname
    return `${pathname}: ${(await page.getByRole('alert').allTextContents()).join(' ')}`
  }
  await expect.poll(outcome, { intervals: [50, 100, 200] }).toBe('/dashboard')
}

/** Signs the demo account of a plan, or the `operator`, in; it lands on the dashboard. */
export async function logInAs(page: Page, stack: DevStack, who: string): Promise<void> {
  const isOperator = who === 'operator'
  const email = isOperator ? DEMO_OPERATOR : stack.demo?.accounts.find(({ plan }) => plan === who)?.email
  if (stack.demo === undefined || email === undefined) throw new Error(`no demo account for ${who}`)
  await logIn(page, stack, email, stack.demo.password)
  if (isOperator) await enterCode(page, authenticatorOf(stack.demo.operator.key))
  await arrives(page)
}

const authenticators = new Map<string, Authenticator>()

/** The operator's app: it remembers which codes the tests have used, and the demo has used another. */
function authenticatorOf(key: string): Authenticator {
  const known = authenticators.get(key) ?? new Authenticator(key)
  authenticators.set(key, known)
  return known
}

/** Types codes in until one is taken: another program may have used the present one. */
async function enterCode(page: Page, authenticator: Authenticator): Promise<void> {
  const field = page.getByLabel(/^Code of your/)
  const refused = page.getByRole('alert')
  for (let tries = 0; tries < 3; tries += 1) {
    await field.fill(await authenticator.code())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(refused.or(page.getByRole('heading', { name: 'Dashboard' })).first()).toBeVisible()
    if (!(await refused.isVisible())) return
  }
  throw new Error('no code of the operator was taken')
}

/** Makes an account as a newcomer does: the form, the link in the mail, the password once more. Ends on the dashboard. */
export async function signUp(
  page: Page,
  stack: DevStack,
  user: { name: string; email: string; password: string },
): Promise<void> {
  await page.goto(`${stack.url}/signup`)
  await page.getByLabel('Name').fill(user.name)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel(/^Password/).fill(user.password)
  await page.getByRole('checkbox', { name: /18 or older/ }).check()
  await page.getByRole('checkbox', { name: /I accept the/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  let link: string | undefined
  await expect
    .poll(async () => {
      const mails = await stack.sandbox<{ text: string }[]>(`/mails?to=${encodeURIComponent(user.email)}`)
      link = mails[0]?.text.match(/https?:\/\/\S+/)?.[0]
      return link
    })
    .toBeTruthy()
  await page.goto(link!)
  await page.getByLabel(/^Password/).fill(user.password)
  await page.getByRole('button', { name: 'Open account' }).click()
  await arrives(page)
}

export interface BrokerAccount {
  readonly user_id: string
  readonly password: string
  readonly totp: string
  readonly api_key: string
  readonly api_secret: string
}

export interface ExchangeOrder {
  readonly account_id: string
  readonly order_id: string
  readonly tradingsymbol: string
  readonly status: string
  readonly transaction_type: 'BUY' | 'SELL'
  readonly order_type: string
  readonly quantity: number
  readonly filled_quantity: number
  readonly trigger_price: number
  readonly tag: string | null
}

export interface ExchangeTrade {
  readonly trade_id: string
  readonly transaction_type: 'BUY' | 'SELL'
  readonly quantity: number
  readonly average_price: number
}
