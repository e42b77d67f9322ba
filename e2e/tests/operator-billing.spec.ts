import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { buyPlan, newTab, tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'
import { signUp } from '../users.ts'

/** Payments as an operator sees them: a refund above the limit, and the revenue. The demo has one operator: nothing is refunded. */

test('a refund above the limit waits for a second operator, who asked can withdraw it, and the payment is in the revenue', async ({
  browser,
  stack,
}) => {
  const buyer = await newTab(browser)
  const email = 'buyer@example.com'
  await signUp(buyer, stack, { name: 'Asha Rao', email, password: 'paper-boat-on-a-river-7' })
  await buyPlan(buyer, stack, 'master')
  await buyer.context().close()

  const operator = await tabAs(browser, stack, 'operator')
  await operator.goto(`${stack.url}/operator/users`)
  await operator.getByRole('textbox', { name: 'Exact account email' }).fill(email)
  await operator.getByRole('button', { name: 'Find' }).click()
  await operator.getByRole('button', { name: 'Pay back…' }).click()
  await operator.getByRole('combobox', { name: 'How much' }).selectOption('full')
  await operator.getByRole('textbox', { name: 'Reason' }).last().fill('Asked for by mail')
  await operator.getByRole('button', { name: 'Pay back and end what it bought' }).click()
  await expect(
    operator.getByText('Nothing is refunded yet: a second operator decides it under Approvals.'),
  ).toBeVisible()

  await operator.getByRole('link', { name: 'Approvals (1)' }).click()
  const open = operator.getByRole('region', { name: 'Waiting for a second operator' })
  await expect(
    open.getByText(/^Refund of ₹[\d,]+(\.\d\d)?, the whole payment\. Reason: Asked for by mail$/),
  ).toBeVisible()
  await expect(open.getByText(`Account ${email}.`, { exact: false })).toBeVisible()
  await expect(open.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectAccessible(operator)
  await open.getByRole('button', { name: 'Withdraw' }).click()
  await expect(operator.getByRole('region', { name: 'Decided and expired' }).getByText(/^Withdrawn by /)).toBeVisible()
  await expect(open.getByText('No open requests.')).toBeVisible()
  await expect(operator.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible()

  await operator.getByRole('link', { name: 'Revenue' }).click()
  const months = operator.getByRole('region', { name: 'Months, newest first' })
  await expect(months.getByRole('row')).toHaveCount(14)
  await expect(months.getByRole('row', { name: /^Sep 2026 \d+ ₹[1-9]/ })).toBeVisible()
  await expectAccessible(operator)
  const download = operator.waitForEvent('download')
  await months.getByRole('link', { name: 'CSV Sep 2026' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('strikewise-gst-2026-09.csv')
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  // The plans of the demo's accounts are others.
  expect(lines.filter((line) => /^Receipt,SW\/26-27\/\d{6},2026-09-16,.*,7000\.00,/.test(line))).toHaveLength(1)
  await operator.context().close()
})
