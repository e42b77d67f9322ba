import { expect } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

/** An incident from its first message to its end, as its operator and as a visitor of the status page see it. */

const TITLE = 'Prices of options are late'

test('an operator opens an incident, and the status page shows it until it is resolved, then among the past ones', async ({
  browser,
  stack,
}) => {
  const operator = await tabAs(browser, stack, 'operator')
  await operator.goto(`${stack.url}/operator/incidents`)
  const open = operator.getByRole('button', { name: 'Open incident' })
  await expect(open).toBeDisabled()
  await operator.getByRole('textbox', { name: 'Title' }).fill(TITLE)
  await operator.getByRole('combobox', { name: 'Severity' }).selectOption('Major')
  await operator.getByRole('checkbox', { name: 'Market data' }).click()
  await operator.getByRole('textbox', { name: 'First message' }).fill('The feed reconnects.\nStops at the broker hold.')
  await open.click()
  const form = operator.getByRole('group', { name: TITLE })
  await expect(form).toBeVisible()
  await expect(operator.getByRole('link', { name: 'Incidents (1)' })).toBeVisible()
  await expectAccessible(operator)

  const visitor = await browser.newPage()
  await visitor.goto(`${stack.url}/status`)
  const present = visitor.getByRole('region', { name: 'Open incidents' })
  // A list that was read before is shown for a while.
  await expect(present.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 60_000 })
  await expect(present.getByText('Affects: Market data')).toBeVisible()
  await expect(present.getByText('Stops at the broker hold.')).toBeVisible()
  await expectAccessible(visitor)

  await form.getByRole('combobox', { name: 'State' }).selectOption('Resolved')
  await form.getByRole('textbox', { name: 'Update' }).fill('Prices arrive on time again.')
  await form.getByRole('button', { name: 'Resolve incident' }).click()
  await expect(operator.getByRole('region', { name: 'Past incidents' }).getByText(TITLE)).toBeVisible()
  const past = visitor.getByRole('region', { name: 'Past incidents' })
  await expect(past.getByText('Prices arrive on time again.')).toBeVisible({ timeout: 90_000 })
  await expect(present).toBeHidden()
  await expectAccessible(visitor)
  await visitor.close()
  await operator.context().close()
})
