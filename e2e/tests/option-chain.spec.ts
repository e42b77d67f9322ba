import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { CHAIN_VALUES } from '@strikewise/chain-history/recorded-chain.ts'
import { storeChain } from '@strikewise/chain-history/store-chain.ts'
import { nearestExpiry } from '@strikewise/domain/instruments/expiries.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { applyTheme, overflowOn, smallTargetsOn, violationsOn } from '../accessibility.ts'
import { answerOf, tabAs } from '../browser-tabs.ts'
import { test } from '../test.ts'

/** The page of the option chain: its table, the keyboard in it, and the panel of a contract. Nothing is changed. */

const grid = (page: Page) => page.getByRole('grid', { name: 'All strikes' })
const panel = (page: Page) => page.getByRole('dialog', { name: /^NIFTY \d+ [CP]E$/ })
const figuresOf = (page: Page) => grid(page).locator('tr[aria-current]').getByRole('gridcell')

interface Places {
  readonly row: number
  readonly head: number
  readonly free: number
  readonly rowHeight: number
}

/** Where the row at the money and the head are in the frame of the table, in pixels from its top, read at one instant. */
const placesIn = (page: Page) =>
  page.evaluate<Places>(`(() => {
    const table = document.querySelector('[role=grid]')
    const frame = table.parentElement.getBoundingClientRect()
    const head = table.tHead.getBoundingClientRect()
    const row = table.querySelector('tr[aria-current]').getBoundingClientRect()
    return {
      row: (row.top + row.bottom) / 2 - head.bottom,
      head: head.top - frame.top,
      free: frame.bottom - head.bottom,
      rowHeight: row.height,
    }
  })()`)

/** Whether the focused cell is in sight: between the head and the end of the frame, and not below the strikes' column. */
const isFocusInSight = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const cell = document.activeElement.closest('td, th')
    const box = cell.getBoundingClientRect()
    const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return cell.contains(shown)
  })()`)

test('opens by C with the money in its middle, its head in sight and the change of open interest beside the price', async ({
  browser,
  stack,
}) => {
  const page = await tabAs(browser, stack, 'elite')
  await expect(page.getByRole('region', { name: 'Nifty Option Chain' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/option-chain$/)
  await expect(figuresOf(page).nth(20)).not.toHaveText('–')
  const { row, head, free, rowHeight } = await placesIn(page)
  // The index may have moved on to the next strikes since the table was shown.
  expect(Math.abs(row - free / 2)).toBeLessThan(4 * rowHeight)
  expect(Math.abs(head)).toBeLessThan(2)
  for (const change of await grid(page)
    .getByRole('columnheader', { name: /^OI chg/ })
    .all())
    await expect(change).toBeInViewport({ ratio: 1 })
  // Every column, the outermost too, without moving the table sideways.
  for (const outermost of await grid(page).getByRole('columnheader', { name: /^BU/ }).all())
    await expect(outermost).toBeInViewport({ ratio: 1 })
  await scrollRowsTo(page, 0)
  expect(Math.abs((await placesIn(page)).head)).toBeLessThan(2)
  for (const isDark of [false, true]) {
    await applyTheme(page, isDark)
    expect([...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
  }
  await page.context().close()
})

test('is one stop of the Tab key, whose cells arrow keys move over and Enter opens', async ({ browser, stack }) => {
  const page = await tabAs(browser, stack, 'elite')
  await page.goto(`${stack.url}/option-chain`)
  await expect(figuresOf(page).nth(20)).not.toHaveText('–')
  await page.getByRole('radio', { name: 'Nifty 50' }).focus()
  await page.keyboard.press('Tab')
  const call = page.locator(':focus')
  await expect(call).toHaveAccessibleName(/^Open \d+ CE$/)
  const strike = Number((await call.getAttribute('aria-label'))!.match(/\d+/)![0])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(':focus')).toHaveAccessibleName(`Open ${strike + 50} PE`)
  for (const key of ['End', 'Control+Home', 'PageDown', 'Home', 'Control+End']) {
    await page.keyboard.press(key)
    expect(await isFocusInSight(page), key).toBe(true)
  }
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('radio', { name: 'Nifty 50' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(panel(page)).toHaveAccessibleName(/PE$/)
  await expect(panel(page).getByText('Implied volatility, % a year')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page.locator('td:focus, td :focus')).toHaveCount(1)
  await page.context().close()
})

/** The strikes of the rendered rows, ascending, once they fill the frame below its head. */
async function renderedStrikes(page: Page): Promise<number[]> {
  let strikes: number[] | undefined
  await expect
    .poll(async () => {
      strikes = await page.evaluate<number[] | undefined>(`(() => {
        const table = document.querySelector('[role=grid]')
        const frame = table.parentElement.getBoundingClientRect()
        const rows = [...table.querySelectorAll('tr[data-strike]')]
        const isFilled = [table.tHead.getBoundingClientRect().bottom + 1, frame.bottom - 20].every(
          (y) => document.elementFromPoint(frame.left + frame.width / 2, y)?.closest('tbody tr') != null)
        return isFilled ? rows.map((row) => Number(row.dataset.strike)) : undefined
      })()`)
      return strikes
    })
    .toBeDefined()
  return strikes!
}

const focusedStrike = (page: Page) =>
  page.evaluate<number>(`Number(document.activeElement.closest('tr[data-strike]')?.dataset.strike)`)

/** Scrolls the rows to `top`, in pixels. Returns where they are then: no further than their end. */
const scrollRowsTo = (page: Page, top: number) =>
  page.evaluate<number>(`(() => {
    const frame = document.querySelector('[role=grid]').parentElement
    // The frame itself has to be in the window of a phone.
    frame.scrollIntoView({ block: 'end' })
    frame.scrollTop = ${top}
    return frame.scrollTop
  })()`)

for (const [device, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 360, height: 740 }],
] as const)
  test(`renders the rows around those in sight alone on a ${device}, and leads to every strike by scrolling and by keys`, async ({
    browser,
    stack,
  }) => {
    const page = await tabAs(browser, stack, 'elite', { viewport, hasTouch: device === 'phone' })
    await page.goto(`${stack.url}/option-chain`)
    await expect(figuresOf(page).nth(20)).not.toHaveText('–')
    const { body } = await answerOf<{ strike: number }[]>(page, '/api/option_chain_table?symbol=NIFTY')
    const all = body.map(({ strike }) => strike).toSorted((a, b) => a - b)
    // The two rows of the head and the line of the index.
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(all.length + 3))

    const seen = new Set<number>()
    const rendered: number[] = []
    for (let top = 0; (await scrollRowsTo(page, top)) === top; top += 200) {
      const strikes = await renderedStrikes(page)
      rendered.push(strikes.length)
      for (const strike of strikes) seen.add(strike)
    }
    for (const strike of await renderedStrikes(page)) seen.add(strike)
    expect([...seen].toSorted((a, b) => a - b)).toEqual(all)
    expect(Math.max(...rendered)).toBeLessThan(all.length / 2)

    await grid(page).locator('tr[aria-current] [data-side=call] button').focus()
    await page.keyboard.press('Control+Home')
    const reached = [await focusedStrike(page)]
    for (let row = 1; row < all.length; row += 1) {
      await page.keyboard.press('ArrowDown')
      reached.push(await focusedStrike(page))
    }
    expect(reached).toEqual(all)
    await expect(page.locator(':focus').locator('xpath=ancestor-or-self::tr')).toHaveAttribute(
      'aria-rowindex',
      String(all.length + 3),
    )
    // A row out of sight keeps the focus, and a key goes on from there.
    await scrollRowsTo(page, 0)
    await expect.poll(() => renderedStrikes(page)).toContain(all[0])
    expect(await focusedStrike(page)).toBe(all.at(-1))
    for (const [key, strike] of [
      ['PageUp', all.at(-11)],
      ['Control+Home', all[0]],
      ['PageDown', all[10]],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focusedStrike(page), key).toBe(strike)
      expect(await isFocusInSight(page), key).toBe(true)
    }
    await page.context().close()
  })

test('prints every strike', async ({ browser, stack }) => {
  const page = await tabAs(browser, stack, 'elite')
  await page.goto(`${stack.url}/option-chain`)
  await expect(figuresOf(page).nth(20)).not.toHaveText('–')
  const { body } = await answerOf<{ strike: number }[]>(page, '/api/option_chain_table?symbol=NIFTY')
  await page.evaluate(`addEventListener('beforeprint', () => {
    globalThis.printed = document.querySelectorAll('[role=grid] tr[data-strike]').length
  })`)
  await page.pdf()
  expect(await page.evaluate('printed')).toBe(body.length)
  await expect.poll(async () => (await renderedStrikes(page)).length).toBeLessThan(body.length / 2)
  await page.context().close()
})

test('draws the day of a contract and leads to its other expiries', async ({ browser, stack }) => {
  const page = await tabAs(browser, stack, 'elite')
  await page.goto(`${stack.url}/option-chain`)
  await grid(page).locator('tr[aria-current]').getByRole('button', { name: /CE$/ }).click()
  const chart = panel(page).getByRole('img', { name: /^NIFTY \d+ CE .*min · O ₹/ })
  await expect(chart).toBeVisible()
  const expiries = panel(page).getByRole('region', { name: 'Every expiry' }).getByRole('row')
  // The head, the nearest expiry and the ones after it.
  await expect.poll(() => expiries.count()).toBeGreaterThan(2)
  await expect(panel(page).getByRole('button', { name: /^Trade \d+ CE$/ })).toBeVisible()
  await expiries.nth(2).getByRole('button').click()
  await expect(expiries.nth(2)).toHaveAttribute('aria-current', 'true')
  // Its minutes come from the broker's history, its figures from the broker's quotes.
  await expect(chart).toBeVisible()
  await expect(panel(page).getByText(/^Volatility and greeks are computed for the nearest expiry\./)).toBeVisible()
  await expect(panel(page).getByText('Open interest, lakh').locator('xpath=following-sibling::dd[1]')).toHaveText(
    /\dL$/,
  )
  await expect(panel(page).getByRole('button', { name: /^Trade/ })).toHaveCount(0)
  expect([...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
  await page.context().close()
})

test('opens a contract as a sheet on a phone, with what it pays at expiry and its ticket', async ({
  browser,
  stack,
}) => {
  const page = await tabAs(browser, stack, 'elite', { viewport: { width: 360, height: 740 }, hasTouch: true })
  await page.goto(`${stack.url}/option-chain`)
  const row = grid(page).locator('tr[aria-current]')
  await row.getByRole('button', { name: /CE$/ }).tap()
  await expect(panel(page).getByRole('img', { name: /^Result by level of Nifty 50/ })).toBeVisible()
  const box = (await panel(page).boundingBox())!
  expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 360, 740])
  const trade = panel(page).getByRole('button', { name: /^Trade \d+ CE$/ })
  await expect(trade).toBeInViewport({ ratio: 1 })
  expect([...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
  expect((await smallTargetsOn(page)).filter(({ where }) => where.some((html) => html.includes('Trade')))).toEqual([])
  await trade.tap()
  await expect(page.getByRole('dialog', { name: /^Buy NIFTY \d+ CE$/ })).toBeVisible()
  await page.context().close()
})

/** Stores the two sessions before `today`: their open interest rises from 10 lakh to 12.75 and to 13.75. */
function storeSessions(folder: string, today: IstDate, strike: number): void {
  const leg = { expiry: nearestExpiry('NIFTY', today), strike, side: 'CE' } as const
  const newest = nseCalendar.previousTradingDay(today)
  for (const [day, end] of [
    [newest, 1_375_000],
    [nseCalendar.previousTradingDay(newest), 1_275_000],
  ] as const) {
    const { opensAt, closesAt } = nseCalendar.sessionOn(day)!
    const at = Array.from({ length: (closesAt - opensAt) / MINUTE_MS }, (_, minute) => opensAt + minute * MINUTE_MS)
    const share = (minute: number) => minute / (at.length - 1)
    const values = at.flatMap((_at, minute) => {
      const price = Math.round(15_000 + 2_000 * Math.sin(9 * share(minute)))
      const interest = Math.round(1_000_000 + share(minute) ** 2 * (end - 1_000_000))
      return [price, price - 5, price + 5, 75, 75, 650 * minute, interest]
    })
    if (values.length !== CHAIN_VALUES * at.length) throw new Error('a row has other figures')
    const begins = Array.from({ length: at.length + 1 }, (_, row) => row)
    const rows = { leg: new Int32Array(at.length), values: Float64Array.from(values) }
    storeChain(folder, { symbol: 'NIFTY', day, legs: [leg], at, begins, ...rows }, 'simulated')
  }
}

test('shows the past sessions of a contract out of stored chains, and the minutes of one', async ({
  browser,
  stack,
}) => {
  const page = await tabAs(browser, stack, 'elite')
  await page.goto(`${stack.url}/option-chain`)
  const nearest = grid(page).locator('tr[aria-current]').getByRole('button', { name: /CE$/ })
  // Ten strikes from the money: what is stored of a contract is asked once a minute, and no other test opens this one.
  const strike = Number((await nearest.getAttribute('aria-label'))!.match(/\d+/)![0]) + 500
  const { now } = (await (await fetch(`${stack.url}/api/clock`)).json()) as { now: EpochMs }
  storeSessions(join(stack.data, 'history'), istDateAt(now), strike)
  await grid(page)
    .getByRole('button', { name: `Open ${strike} CE`, exact: true })
    .click()
  const table = panel(page).getByRole('region', { name: 'Past sessions, newest first' })
  await expect(table.getByRole('row')).toHaveCount(3)
  const newest = table.getByRole('row').nth(1)
  await expect(newest.getByRole('cell').nth(2)).toHaveText('13.75L')
  await expect(newest.getByRole('cell').nth(3)).toHaveText('+1.00L')
  await newest.getByRole('button').click()
  await expect(
    panel(page).getByRole('img', { name: /Open interest, .*: 10\.00L at 09:15, 13\.75L at 15:\d\d,/ }),
  ).toBeVisible()
  for (const width of [360, 1440])
    for (const isDark of [false, true]) {
      await page.setViewportSize({ width, height: 900 })
      await applyTheme(page, isDark)
      // Prices move the page: Playwright's own scrolling would wait until nothing does.
      await newest.getByRole('button').evaluate((button) => button.scrollIntoView({ block: 'nearest' }))
      expect([...(await overflowOn(page)), ...(await violationsOn(page))]).toEqual([])
    }
  await page.context().close()
})
