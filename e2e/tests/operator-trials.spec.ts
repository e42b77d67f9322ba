import { expect } from '@playwright/test'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { candidateHash } from '@strikewise/signals/learning/registered-trial.ts'
import { SHIPPED_REGISTRATIONS } from '@strikewise/signals/learning/shipped-registrations.ts'
import { overflowOn, violationsOn, applyTheme } from '../accessibility.ts'
import { tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

/** The trials on the operator's page. On the sandbox's day the shipped one is not filed yet: an operator files one of other days. */

/** What `npm run trial -- export` prints of the shipped candidate, were it registered on the eve of the sandbox's day. */
function exportedTrial() {
  const { candidate: shipped, config } = SHIPPED_REGISTRATIONS[0]!
  const day = istDate('2026-09-16')
  const test = { from: istDate('2026-11-30'), to: istDate('2027-05-28') }
  const candidate = { ...shipped, date: day, data: { seen: [{ from: istDate('2016-01-01'), to: day }], test } }
  return { registration: { candidate, config, day, hash: candidateHash(candidate) }, result: null }
}

test('shows a registered trial, which an operator files, with its state, its test and what it changes', async ({
  browser,
  stack,
}) => {
  const page = await tabAs(browser, stack, 'operator')
  await page.goto(`${stack.url}/operator/weights`)
  const trials = page.getByRole('region', { name: 'Registered trials' })
  await expect(trials.getByText('No trial is registered.')).toBeVisible()
  await trials.getByRole('textbox', { name: 'Registration or result' }).fill(JSON.stringify(exportedTrial()))
  await trials.getByRole('button', { name: 'File it' }).click()
  const card = trials.getByRole('listitem')
  await expect(card).toHaveCount(1)
  await expect(card.getByText(SHIPPED_REGISTRATIONS[0]!.candidate.name)).toBeVisible()
  await expect(card.getByText('Registered, waiting')).toBeVisible()
  await expect(
    card.getByText(/on the sessions from 2026-11-30 to 2027-05-28\. Waiting for 1\d\d sessions\.$/),
  ).toBeVisible()
  await expect(card.getByText('trade.rules.targetR = 0', { exact: false })).toBeVisible()
  for (const width of [360, 1440])
    for (const isDark of [false, true]) {
      await page.setViewportSize({ width, height: 900 })
      await applyTheme(page, isDark)
      await card.scrollIntoViewIfNeeded()
      expect([...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
    }
  // It stays: a trial has one registration.
  await page.reload()
  await expect(card).toHaveCount(1)
  await page.context().close()
})
