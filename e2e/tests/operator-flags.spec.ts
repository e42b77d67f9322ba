import { expect, type Page } from '@playwright/test'
import { expectAccessible, overflowOn, violationsOn } from '../accessibility.ts'
import { answerOf, tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

/** A feature that an operator switches off for a plan and on again, as the operator and users of two plans see it. */

test.setTimeout(300_000)

const DESKTOP = { width: 1440, height: 900 }
const WIDTHS = [360, 768, 1440]
/** Longer than a change takes to hold on the server. */
const HOLDS = { timeout: 30_000 }

async function setPlans(operator: Page, reason: string, plans: readonly string[]): Promise<void> {
  const row = operator.getByRole('listitem').filter({ hasText: 'Program keys' })
  await row.getByRole('button', { name: 'Change: Program keys' }).click()
  const form = operator.getByRole('form', { name: 'Change: Program keys' })
  for (const plan of ['Starter', 'Pro', 'Elite', 'Master']) {
    const box = form.getByRole('checkbox', { name: plan })
    if ((await box.isChecked()) !== plans.includes(plan)) await box.click()
  }
  await form.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form).toBeHidden()
}

test('an operator switches a feature off for a plan; its users see that, the others keep it', async ({
  browser,
  stack,
}) => {
  const operator = await tabAs(browser, stack, 'operator', { viewport: DESKTOP })
  await operator.goto(`${stack.url}/operator/flags`)
  const row = operator.getByRole('listitem').filter({ hasText: 'Program keys' })
  await expect(row.getByText('On for everyone')).toBeVisible()
  await expectAccessible(operator)
  await row.getByRole('button', { name: 'Change: Program keys' }).click()
  for (const width of WIDTHS) {
    await operator.setViewportSize({ width, height: 800 })
    expect([width, ...(await overflowOn(operator)), ...(await violationsOn(operator))]).toEqual([width])
  }
  await operator.getByRole('button', { name: 'Cancel' }).click()
  await setPlans(operator, 'Keys are abused.', ['Starter', 'Pro', 'Master'])
  await expect(row.getByText('On for 100% of Starter, Pro, Master')).toBeVisible()
  await expect(row.getByText(/^Last changed at .* by operator@/)).toBeVisible()

  const user = await tabAs(browser, stack, 'elite', { viewport: DESKTOP })
  const featuresOf = async (page: Page) =>
    (await answerOf<{ features: string[] }>(page, '/api/me')).body.features.includes('program_keys')
  await expect.poll(() => featuresOf(user), HOLDS).toBe(false)
  await user.goto(`${stack.url}/security`)
  await expect(user.getByText('Keys for programs are switched off at the moment')).toBeVisible()
  await expectAccessible(user)
  const other = await tabAs(browser, stack, 'pro')
  expect(await featuresOf(other)).toBe(true)

  await setPlans(operator, 'The abuse has ended.', ['Starter', 'Pro', 'Elite', 'Master'])
  await expect(row.getByText('On for everyone')).toBeVisible()
  await expect.poll(() => featuresOf(user), HOLDS).toBe(true)
  await operator.goto(`${stack.url}/operator/actions`)
  await expect(operator.getByText('Feature flag changed').first()).toBeVisible()
  await expect(operator.getByText('Keys are abused.').first()).toBeVisible()
  for (const page of [operator, user, other]) await page.context().close()
})
