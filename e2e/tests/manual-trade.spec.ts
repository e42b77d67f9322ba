// @invariant ticket-answered-once
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { tabAs } from '../browser-tabs.ts'
import type { DevStack } from '../dev-stack.ts'
import { test } from '../test.ts'
import type { ExchangeOrder } from '../users.ts'

/**
 * A manual trade of the demo's pro user: first without an account, where the order opens on the page of the broker; then on paper,
 * where the ticket buys and the product places the stop. At its end the user converts the position, which operators work through.
 */
test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
// A minute of the market is one of ours: a ticket may trade for 15 s of the market's time.
test.use({ market: { sandboxArgs: ['--speed', '1', '--start', '2026-09-16T10:30'], demo: true } })

let stack: DevStack
let page: Page
let account: string

const orders = () => stack.sandbox<ExchangeOrder[]>(`/orders?account=${account}`)
const orderOf = async (side: 'BUY' | 'SELL') => (await orders()).filter((order) => order.transaction_type === side)

async function openTicket() {
  await page.goto(`${stack.url}/dashboard`)
  await page
    .getByRole('button', { name: /^Trade \d+ CE$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Buy NIFTY \d+ CE$/ })
  await expect(dialog.getByText('Loss at the stop')).toBeVisible()
  return dialog
}

test.beforeAll(async ({ browser, stack: started }) => {
  stack = started
  page = await tabAs(browser, stack, 'pro')
})
test.afterAll(async () => page.context().close())

test('without an account the order opens, filled in, on the page of the broker', async () => {
  const dialog = await openTicket()
  await expect(dialog.getByRole('button', { name: 'Buy' })).toBeHidden()
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Open in Kite' }).click()
  const basket = await opened
  await expect(basket.getByRole('heading', { name: /^BUY \d+ NIFTY\w+CE$/ })).toBeVisible()
  await basket.close()
})

test('a ticket shows what the trade is expected to cost, with its parts on request', async () => {
  const dialog = await openTicket()
  const line = dialog.getByText(
    /^Expected cost of 1 lot: ₹[\d,]+\.\d\d \(\d+\.\d\d R\)\. Breakeven: index moves \d+\.\d points \(\d\.\d\d %\)\.$/,
  )
  await expect(line).toBeVisible()
  await expect(dialog.getByText('Charges of both orders')).toBeHidden()
  await line.click()
  await expect(dialog.getByText('Charges of both orders')).toBeVisible()
})

test('on paper the ticket buys once, and the position shows with its stop', async () => {
  await page.goto(`${stack.url}/connect-zerodha`)
  await page.getByRole('radio', { name: 'Paper account' }).click()
  await page.getByRole('button', { name: 'Start paper trading' }).click()
  await expect(page.getByText('Your paper account is connected for today.')).toBeVisible()
  account = (await stack.sandbox<{ user_id: string }[]>('/accounts')).at(-1)!.user_id
  const result = page.getByRole('dialog', { name: /^Buy NIFTY \d+ CE$/ })
  // A ticket buys at its limit or lapses: a price that moved takes another one. One that is not known to have lapsed may have
  // bought, which a busy machine shows late: a second would then meet the plan's limit of trades.
  await expect(async () => {
    const dialog = await openTicket()
    await dialog.getByRole('button', { name: 'Buy' }).click()
    await expect(result.getByText(/^(Bought \d|Not filled|Not sent)/)).toBeVisible({ timeout: 200_000 })
    await expect(result.getByText(/^Bought \d+ units at ₹/)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 250_000 })
  await result.getByRole('button', { name: 'Close' }).first().click()
  const open = page.getByRole('region', { name: 'Open trades' })
  await expect(open.getByText(/NIFTY \d+ CE/)).toBeVisible()
  await expect(open.getByText(/stop ₹/)).toBeVisible()
  const bought = (await orderOf('BUY')).filter((order) => order.filled_quantity > 0)
  const [[entry, ...more], [stop]] = [bought, await orderOf('SELL')]
  expect(more).toEqual([])
  expect(stop).toMatchObject({ order_type: 'SL', status: 'TRIGGER PENDING', quantity: entry!.filled_quantity })
})

test('a conversion that leaves the position without a stop is an exception, which an operator takes and resolves', async ({
  browser,
}) => {
  const [{ tradingsymbol }] = (await orderOf('BUY')).filter((order) => order.filled_quantity > 0) as [ExchangeOrder]
  await stack.sandbox(`/accounts/${account}/convert`, { tradingsymbol, from: 'MIS', to: 'NRML', force: true })
  const operator = await tabAs(browser, stack, 'operator')
  await operator.goto(`${stack.url}/operator`)
  await operator.getByRole('link', { name: /^Exceptions \(\d+\)$/ }).click()
  const open = operator.getByRole('region', { name: 'Open exceptions' })
  const exception = open.getByRole('listitem').filter({ hasText: 'converted' })
  await expect(exception.getByText(/^You converted \d+ /)).toBeVisible()
  await expect(exception.getByText('Trading', { exact: true })).toBeVisible()
  await exception.getByRole('button', { name: 'Take' }).click()
  await expect(exception.getByText(/^Taken by /)).toBeVisible()
  await expectAccessible(operator)
  await exception.getByRole('textbox', { name: 'How it was resolved' }).fill('The user was called and sold it')
  await exception.getByRole('button', { name: 'Resolve' }).click()
  const resolved = operator.getByRole('region', { name: 'Resolved' })
  await expect(resolved.getByText(/resolved, .*: The user was called and sold it$/)).toBeVisible()
  await expectAccessible(operator)
  await operator.context().close()
})
