import { expect, type Page } from '@playwright/test'
import { signUp } from '../users.ts'
import { buyPlan, newTab, tabAs, toastOf } from '../browser-tabs.ts'
import { test } from '../test.ts'

const USER = { name: 'Calm Trader', email: 'calm@visitor.example', password: 'seven quiet rivers run' }
const BANNER = 'Please fix the required fields marked with * before saving.'

/** An elite subscriber who has saved nothing yet. */
let page: Page
const row = (page: Page, symbol: string) => page.getByRole('region', { name: symbol, exact: true })

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, stack }) => {
  page = await newTab(browser)
  await signUp(page, stack, USER)
  await buyPlan(page, stack, 'elite')
  await page.goto(`${stack.url}/trade-settings`)
})
test.afterAll(async () => page.context().close())

test('each wrong figure shows what is wrong, and Save rests until all are right', async () => {
  const nifty = row(page, 'Nifty 50')
  const lots = nifty.getByLabel('Lots')
  const buffer = nifty.getByLabel('Stop-loss buffer')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  // Nothing saved yet: no lots, the default buffer.
  await expect(lots).toHaveValue('0')
  await expect(buffer).toHaveValue('10')

  for (const [field, typed, text] of [
    [lots, '', 'Required'],
    [lots, 'two', 'Required'],
    [lots, '1.5', 'Must be a whole number'],
    [lots, '0', 'Must be at least 1'],
    [lots, '-3', 'Must be at least 1'],
    [buffer, '', 'Required'],
    [buffer, '2.5', 'Must be a whole number'],
    [buffer, '-1', 'Cannot be negative'],
  ] as const) {
    await lots.fill('1')
    await buffer.fill('10')
    await expect(page.getByText(BANNER)).toBeHidden()
    await expect(save).toBeEnabled()
    await field.fill(typed)
    await expect(field).toHaveAccessibleDescription(text)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(BANNER)).toBeVisible()
    await expect(save).toBeDisabled()
  }
})

test('the fund estimate follows the lots', async () => {
  const main = page.getByRole('main')
  await row(page, 'Nifty 50').getByLabel('Stop-loss buffer').fill('10')
  await row(page, 'Nifty 50').getByLabel('Lots').fill('1')
  await expect(row(page, 'Nifty 50')).toContainText('Estimate ₹18,750')
  await expect(main).toContainText('Funds needed ₹18,750')
  await expect(main).toContainText('plus 10–20% buffer: ₹20,625 to ₹22,500.')
  await row(page, 'Nifty 50').getByLabel('Lots').fill('')
  await expect(main).toContainText('Funds needed ₹0')
})

test('auto execute asks for consent: Cancel saves nothing, I Agree saves and is not asked again', async () => {
  const nifty = row(page, 'Nifty 50')
  const auto = nifty.getByRole('switch', { name: 'Auto execute' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const dialog = page.getByRole('dialog')
  await nifty.getByLabel('Lots').fill('1')
  await auto.click()
  await save.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(nifty.getByLabel('Lots')).toHaveValue('0')
  await expect(auto).not.toBeChecked()

  await nifty.getByLabel('Lots').fill('1')
  await auto.click()
  await save.click()
  await dialog.getByRole('button', { name: 'I Agree' }).click()
  await expect(toastOf(page, 'Trade settings saved.')).toBeVisible()
  await page.reload()
  await expect(auto).toBeChecked()
  await expect(nifty.getByLabel('Lots')).toHaveValue('1')

  await nifty.getByLabel('Lots').fill('2')
  await save.click()
  await expect(toastOf(page, 'Trade settings saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('risk limits refuse what cannot be, and keep what can', async () => {
  const capital = page.getByLabel('Trading capital (₹)')
  const cap = page.getByLabel('Daily loss limit (%)')
  const entries = page.getByLabel('Max entries per index per day')
  const save = page.getByRole('button', { name: 'Save limits' })
  await expect(entries).toHaveValue('3')
  for (const [field, typed, text] of [
    [capital, '999', 'Must be at least 1,000'],
    [capital, '1000.005', 'Must have at most two decimals'],
    [capital, 'much', 'Must be a number'],
    [cap, '', 'Required'],
    [cap, '0', 'Must be at least 0.1'],
    [cap, '21', 'Must be at most 20'],
    [entries, '', 'Required'],
    [entries, '1.5', 'Must be a whole number'],
    [entries, '0', 'Must be at least 1'],
    [entries, '51', 'Must be at most 50'],
  ] as const) {
    await capital.fill('200000')
    await cap.fill('3')
    await entries.fill('3')
    await field.fill(typed)
    await save.click()
    await expect(field).toHaveAccessibleDescription(text)
  }
  await entries.fill('5')
  await expect(page.getByText('Trading stops for the day at −₹6,000')).toBeVisible()
  await save.click()
  await expect(toastOf(page, 'Risk settings saved.')).toBeVisible()
  await page.reload()
  await expect(entries).toHaveValue('5')
  await expect(capital).toHaveValue('200000')
})

test('master: two symbols, one total, and Save leads to the first row that is wrong', async ({ browser, stack }) => {
  const master = await tabAs(browser, stack, 'master', { viewport: { width: 900, height: 420 } })
  await master.goto(`${stack.url}/trade-settings`)
  await row(master, 'Nifty 50').getByLabel('Lots').fill('2')
  await row(master, 'Bank Nifty').getByLabel('Lots').fill('1')
  await expect(row(master, 'Nifty 50')).toContainText('Estimate ₹37,500')
  await expect(row(master, 'Bank Nifty')).toContainText('Estimate ₹28,000')
  await expect(master.getByRole('main')).toContainText('Funds needed ₹65,500')

  const wrong = row(master, 'Nifty 50').getByLabel('Lots')
  await wrong.fill('')
  const save = master.getByRole('button', { name: 'Save', exact: true })
  await save.scrollIntoViewIfNeeded()
  await master.mouse.wheel(0, 2000)
  await expect(wrong).not.toBeInViewport()
  await save.scrollIntoViewIfNeeded()
  await expect(wrong).not.toBeInViewport()
  // A resting button: a person can press it all the same.
  await save.press('Enter')
  await expect(wrong).toBeInViewport()
  await master.context().close()
})
