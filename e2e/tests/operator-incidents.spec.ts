import { expect } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

/**
 * An incident from its first message to its end, as its operator and as a visitor of the status page see it, and the health of
 * the processes.
 */

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

test('the health page shows every role live, all shards led, and latencies of real calls', async ({
  browser,
  stack,
}) => {
  const operator = await tabAs(browser, stack, 'operator')
  await operator.goto(`${stack.url}/operator`)
  await operator.getByRole('link', { name: 'Health', exact: true }).click()
  const processes = operator.getByRole('region', { name: 'Processes by role' })
  for (const role of ['Web', 'Market', 'Trader', 'Notifier']) {
    const row = processes.getByRole('row').filter({ has: operator.getByRole('cell', { name: role, exact: true }) })
    await expect(row.getByText('Live', { exact: true })).toBeVisible()
  }
  await expect(operator.getByText('64 of 64 shards are led')).toBeVisible()
  const latencies = operator.getByRole('region', { name: 'Latency of store and broker' })
  await expect(latencies.getByRole('row').filter({ hasText: 'Store: statement' })).toHaveCount(4)
  await expect(latencies.getByRole('row').filter({ hasText: 'Broker: Order book' })).toHaveCount(1)
  for (const width of [360, 1440]) {
    await operator.setViewportSize({ width, height: 900 })
    await expectAccessible(operator)
  }
  await operator.context().close()
})
