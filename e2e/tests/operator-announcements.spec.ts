import { expect, type Page } from '@playwright/test'
import { expectAccessible, overflowOn, settled, violationsOn } from '../accessibility.ts'
import { answerOf, tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

/** An announcement from its making to its withdrawal, as its operator and users of two plans see it. */

test.setTimeout(300_000)

const TITLE = 'Kite is down for maintenance tonight'
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }

const NOTHING = { status: 200, body: { announcements: [] } }

const banner = (page: Page) => page.getByRole('status').filter({ hasText: TITLE })

test('an operator announces something to a plan, whose user dismisses it for good; another plan never sees it', async ({
  browser,
  stack,
}) => {
  const operator = await tabAs(browser, stack, 'operator', { viewport: DESKTOP })
  await operator.goto(`${stack.url}/operator/announcements`)
  const announce = operator.getByRole('button', { name: 'Announce', exact: true })
  await expect(announce).toBeDisabled()
  await operator.getByRole('textbox', { name: 'Title', exact: true }).fill(TITLE)
  await operator.getByRole('combobox', { name: 'Level' }).selectOption('Warning')
  await operator
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('From 22:00 to 23:00.\nStops at the broker hold.')
  await operator.getByRole('checkbox', { name: 'Elite' }).click()
  // The world's morning is that of 16 September 2026.
  await operator.getByLabel('Until (IST)').fill('2026-09-30T23:00')
  await announce.click()
  const row = operator.getByRole('list', { name: 'Announcements' }).getByRole('listitem').filter({ hasText: TITLE })
  await expect(row.getByText('Shown')).toBeVisible()
  await expectAccessible(operator)

  const user = await tabAs(browser, stack, 'elite', { viewport: DESKTOP })
  await expect(banner(user)).toContainText('Warning:')
  await expect(banner(user).getByText('Stops at the broker hold.')).toBeVisible()
  await user.setViewportSize(PHONE)
  await user.reload()
  await expect(banner(user)).toBeVisible()
  const dismiss = user.getByRole('button', { name: `Dismiss: ${TITLE}` })
  const box = await dismiss.boundingBox()
  expect([box?.width, box?.height]).toEqual([44, 44])
  expect([...(await overflowOn(user)), ...(await violationsOn(user))]).toEqual([])
  // A quieter page than the dashboard, whose prices go on while it is checked in every form.
  await user.goto(`${stack.url}/alerts`)
  await expect(banner(user)).toBeVisible()
  await expectAccessible(user)

  const other = await tabAs(browser, stack, 'pro')
  await settled(other)
  expect(await answerOf(other, '/api/announcements')).toEqual(NOTHING)
  await expect(banner(other)).toBeHidden()

  const saved = user.waitForResponse('**/api/announcements/*/dismiss')
  await dismiss.click()
  await expect(banner(user)).toBeHidden()
  expect((await saved).status()).toBe(200)
  await user.reload()
  await settled(user)
  expect(await answerOf(user, '/api/announcements')).toEqual(NOTHING)
  await expect(banner(user)).toBeHidden()
  // Dismissed, it is found again under the bell.
  await user.getByRole('button', { name: /^Notifications/ }).click()
  const entry = user.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: TITLE })
  await expect(entry.getByText('Announcement', { exact: true })).toBeVisible()
  await expect(entry.getByText('Warning', { exact: true })).toBeVisible()
  await expect(entry.getByText('(unread)')).toBeHidden()
  expect([...(await overflowOn(user)), ...(await violationsOn(user))]).toEqual([])

  await operator.reload()
  await expect(row.getByText('1 user has dismissed it.')).toBeVisible()
  await row.getByRole('button', { name: `Withdraw: ${TITLE}` }).click()
  await expect(row.getByText('Withdrawn', { exact: true })).toBeVisible()
  for (const page of [operator, user, other]) await page.context().close()
})
