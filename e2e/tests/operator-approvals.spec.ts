import { expect } from '@playwright/test'
import { applyTheme, overflowOn, violationsOn } from '../accessibility.ts'
import { buyPlan, newTab, tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'
import { signUp } from '../users.ts'

/** A refund above the limit, as the operator who asks for it sees it. The demo has one operator: nothing is refunded. */

test('a refund above the limit waits for a second operator, and who asked can withdraw it', async ({
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
  for (const width of [360, 1440])
    for (const isDark of [false, true]) {
      await operator.setViewportSize({ width, height: 900 })
      await applyTheme(operator, isDark)
      expect([...(await overflowOn(operator)), ...(await violationsOn(operator))]).toEqual([])
    }
  await open.getByRole('button', { name: 'Withdraw' }).click()
  await expect(operator.getByRole('region', { name: 'Decided and expired' }).getByText(/^Withdrawn by /)).toBeVisible()
  await expect(open.getByText('No open requests.')).toBeVisible()
  await expect(operator.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible()
  await operator.context().close()
})
