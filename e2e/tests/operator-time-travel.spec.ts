import { istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { tabAs } from '../browser-tabs.ts'
import { DECISION_WAIT_MS, decisionSession, skipToDecision } from '../market-open.ts'
import { test } from '../test.ts'

/** A user's open trade as an operator sees it afterwards, at the second before and after its entry; and the user, that they did. */

test.setTimeout(400_000)
test.use({ market: decisionSession() })

/** How long after its entry was shown a trade has its stop at the broker, at the market's own speed. */
const PROTECTED_SECONDS = 3
const REASON = 'Asked why the stop was placed there'

test('an operator reads a past second of a user, changes nothing, and the user sees who read it and why', async ({
  browser,
  stack,
}) => {
  const user = await tabAs(browser, stack, 'elite')
  await skipToDecision(stack)
  const trades = user.getByRole('region', { name: 'Open trades' })
  await expect(trades.getByText(/stop ₹/)).toBeVisible({ timeout: DECISION_WAIT_MS })
  const contract = await trades.getByText(/^NIFTY \d+ (CE|PE)$/).textContent()
  const { now } = (await (await fetch(`${stack.sandboxUrl}/clock`)).json()) as { now: EpochMs }
  // Asked for by whole seconds: what was entered in this one is there at the beginning of the next, when its stop is armed too.
  const held = (Math.floor(now / 1000) + PROTECTED_SECONDS) * 1000
  await user.goto('about:blank')

  const operator = await tabAs(browser, stack, 'operator')
  await operator.goto(`${stack.url}/operator/users`)
  const email = stack.demo!.accounts.find(({ plan }) => plan === 'elite')!.email
  await operator.getByRole('textbox', { name: 'Exact account email' }).fill(email)
  await operator.getByRole('button', { name: 'Find' }).click()
  await operator.getByRole('region').getByRole('link', { name: 'Past state' }).click()
  await expect(operator.getByRole('textbox', { name: 'User id' })).not.toHaveValue('')
  const show = operator.getByRole('button', { name: 'Show past state' })
  const ask = async (at: number) => {
    await operator.getByLabel('Date and time (IST)').fill(
      istText(at as EpochMs)
        .replace(' ', 'T')
        .slice(0, 19),
    )
    await operator.getByRole('textbox', { name: 'Reason' }).fill(REASON)
    await show.click()
  }
  await expect(show).toBeDisabled()
  await ask(held)
  const past = operator.getByRole('region', { name: 'Past state', exact: true })
  await expect(past.getByRole('status')).toContainText('Past state, read only')
  await expect(past.getByRole('region', { name: 'Open trades', exact: true }).getByText(contract!)).toBeVisible()
  await expect(past.getByRole('region', { name: 'Orders by then' }).getByText('Trigger pending')).toBeVisible()
  await expect(past.getByRole('button')).toHaveCount(0)
  await expectAccessible(operator)

  await ask(held - 30 * 60_000)
  await expect(past.getByText('No trade was open.')).toBeVisible()

  await user.goto(`${stack.url}/dpdp`)
  const reads = user.getByRole('region', { name: 'Views of your data' })
  await expect(reads.getByText(REASON)).toHaveCount(2)
  await expectAccessible(user)
  for (const page of [operator, user]) await page.context().close()
})
