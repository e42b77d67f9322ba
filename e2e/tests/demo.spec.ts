import type { Page } from '@playwright/test'
import { overflowOn, settled, smallTargetsOn, violationsOn } from '../accessibility.ts'
import { expect } from '../slow-expect.ts'
import { test } from '../test.ts'

/*
 * The recorded day: a visitor without an account plays it on the dashboard itself. What is checked of every screen, at each
 * width, is in accessibility.spec.ts.
 */

/** Answered to every visitor: who is signed in, and what the installation is. */
const PUBLIC_CALLS = new Set(['/api/auth/get-session', '/api/config'])

/** The calls that reach the server, beside those that are open to every visitor. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api') && !PUBLIC_CALLS.has(pathname)) calls.push(pathname)
  })
  page.on('websocket', (socket) => calls.push(socket.url()))
  return calls
}

const jump = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Jump to the next event' }).getByRole('button', { name, exact: true })

test('a visitor plays a recorded day, and no call leaves the page', async ({ page, stack }) => {
  const calls = callsOf(page)
  // It plays by itself where motion is not unwanted.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(stack.url)
  await page.getByRole('link', { name: 'See a recorded day' }).click()
  await expect(page.getByText(/^Simulated market, recorded on/)).toBeVisible()
  const time = page.locator('time').first()
  const before = await time.textContent()
  await expect(time).not.toHaveText(before!)
  await page.getByRole('button', { name: 'Pause the recording' }).click()

  await jump(page, 'Entry').click()
  const exit = page.getByRole('button', { name: 'Exit now' })
  await expect(exit).toBeVisible()
  await exit.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Exit now' }).click()
  const notice = page.getByRole('dialog', { name: 'Nothing was sent: this is a recorded day' })
  await expect(notice.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/signup')
  await notice.getByRole('button', { name: 'Back to the recorded day' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await jump(page, 'Stop raised').click()
  await expect(exit).toBeVisible()
  await jump(page, 'Exit').click()
  await expect(exit).toHaveCount(0)
  // Back to before the first entry.
  await page.getByRole('slider', { name: 'Time of the recorded day' }).fill('0')
  await expect(time).toHaveText(/^09:0/)

  await page.getByRole('link', { name: /^Auto entries|^Entries on/ }).click()
  await expect(page.getByRole('dialog', { name: 'This screen is not part of the recorded day' })).toBeVisible()
  expect(calls).toEqual([])
})

test('the recorded day fits a phone, with a trade open and with a notice', async ({ page, stack }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${stack.url}/demo/day`)
  await page.getByRole('button', { name: 'Jump to the next event' }).click()
  await jump(page, 'Entry').click()
  const exit = page.getByRole('button', { name: 'Exit now' }).first()
  await exit.waitFor()
  await settled(page)
  const { y, height } = (await exit.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(400)
  const findings = async () => [
    ...(await overflowOn(page)),
    ...(await smallTargetsOn(page)),
    ...(await violationsOn(page)),
  ]
  expect(await findings()).toEqual([])
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findings()).toEqual([])
})
