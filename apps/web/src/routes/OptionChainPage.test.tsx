import { screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { closeTicket, ticketRequest } from '../features/ticket/ticket-request.ts'
import { activeTrade, chainRow, chainWallsBody, meBody, OPEN_AT } from '../testing/response-bodies.ts'
import { show } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { risingCandles } from '../testing/trade-chart-body.ts'
import { StreamSocket } from '../testing/stream-socket.ts'
import { OptionChainPage } from './OptionChainPage.tsx'

const option = {
  iv: 12.5,
  delta: 0.5,
  gamma: 0.0012,
  vega: 9.1,
  theta: -8.2,
  prev_close: 150,
  volume: 250_000,
  oi_change: -120_000,
}
const details = (strike: number) => ({ strike, ce: { ...option, build_up: null }, pe: { ...option, build_up: null } })

const expiry = (day: string, price: number, has_ticket = false) => ({
  expiry: day,
  price,
  prev_close: 150,
  volume: 650,
  open_interest: 2_600_000,
  has_ticket,
})
const [NEAR, FAR] = ['2026-11-23', '2026-12-29']
/** A contract with ten minutes of today and two listed expiries, of which the far one is not in the feed. */
const contractDay = (change: object = {}) => ({
  symbol: 'NIFTY',
  strike: 24_550,
  side: 'CE',
  expiry: NEAR,
  candles: risingCandles(160),
  delayed_by: 0,
  quotes: { as_of: '2026-11-20T10:42:12+05:30', expiries: [expiry(NEAR, 165, true), expiry(FAR, 402.5)] },
  ...change,
})

beforeEach(() => {
  vi.stubGlobal('WebSocket', StreamSocket)
  answer('get', '/contract_chart', contractDay())
  answer('get', '/contract_history', { symbol: 'NIFTY', strike: 24_550, side: 'CE', expiry: NEAR, days: [] })
  answer('get', '/user_active_trades', [])
  answer('get', '/me', meBody())
  answer('get', '/live_indices', {
    nifty50: { price: 24_526.65, change: 12, change_percent: 0.05 },
    banknifty: { price: 52_010, change: 12, change_percent: 0.02 },
    as_of: new Date(OPEN_AT).toISOString(),
  })
  answer('get', '/option_chain_walls', chainWallsBody())
  answer('get', '/option_chain_details', [details(24_500), details(24_550)])
})

const rowOf = (strike: number) => screen.getByRole('rowheader', { name: new RegExp(`^${strike}`) }).closest('tr')!

it('shows every strike with its greeks, and the index between the two around it', async () => {
  answer('get', '/option_chain_table', [chainRow(24_550), chainRow(24_500), chainRow(26_000)])
  await show(<OptionChainPage />)
  await screen.findByRole('rowheader', { name: /^26000/ })
  await waitFor(() => expect(within(rowOf(24_500)).getAllByText('12.5')).toHaveLength(2))
  expect(within(rowOf(24_500)).getAllByText('0.0012')).toHaveLength(2)
  const index = await screen.findByText('Index 24,526.65')
  expect(index.closest('tr')!.previousElementSibling).toBe(rowOf(24_500))
  expect(index.closest('tr')!.nextElementSibling).toBe(rowOf(24_550))
})

it.each([
  [
    'of how many days the volatility was lower',
    { percentile: 63, sessions: 252 },
    '63%of the last 252 days had a lower IV',
  ],
  ['how many days are missing', { percentile: null, sessions: 41 }, '–counts from 60 stored days; 41 so far'],
  ['that there is no volatility now', { percentile: null, sessions: 60 }, '–no volatility at the money now'],
  ['nothing before it is known', undefined, '–'],
])('shows as IV percentile %s', async (_, volatility, shown) => {
  answer('get', '/option_chain_table', [chainRow(24_550)])
  answer('get', '/option_chain_walls', chainWallsBody({ max_pain: 24_650, volatility }))
  await show(<OptionChainPage />)
  expect(await screen.findByText('24650')).toBeTruthy()
  expect(screen.getByText('IV percentile').parentElement!.textContent).toBe(`IV percentile${shown}`)
})

it('tints the call below the index and the put above it', async () => {
  answer('get', '/option_chain_table', [chainRow(24_550), chainRow(24_500)])
  await show(<OptionChainPage />)
  await screen.findByText('Index 24,526.65')
  const tinted = (strike: number) =>
    [...rowOf(strike).children]
      .map((cell) => cell.className.includes('bg-warn-soft'))
      .map(Number)
      .join('')
  // Twelve cells on each side of the strike.
  expect([tinted(24_500), tinted(24_550)]).toEqual([
    `${'1'.repeat(12)}0${'0'.repeat(12)}`,
    `${'0'.repeat(12)}0${'1'.repeat(12)}`,
  ])
})

it.each([
  ['?index=BANKNIFTY', 'BANKNIFTY', 'Bank Nifty'],
  ['?index=SENSEX', 'NIFTY', 'Nifty 50'],
])('shows the index that the address %s names, or Nifty', async (search, symbol, name) => {
  const seen = answer('get', '/option_chain_table', [chainRow(24_500)])
  await show(<OptionChainPage />, { path: '/option-chain', at: `/option-chain${search}` })
  expect((await screen.findByRole('radio', { name })).getAttribute('aria-checked')).toBe('true')
  await waitFor(() => expect(seen.queries.map((query) => query.get('symbol'))).toEqual([symbol]))
})

it('keeps the chosen index in the address, and names the expiry', async () => {
  answer('get', '/option_chain_table', [chainRow(24_500)])
  const { user, address } = await show(<OptionChainPage />, { path: '/option-chain' })
  expect(await screen.findByText(/^Every strike of the nearest expiry, 23 Nov 2026\./)).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: 'Bank Nifty' }))
  await waitFor(() => expect(address()).toBe('/option-chain?index=BANKNIFTY'))
  await user.click(screen.getByRole('radio', { name: 'Nifty 50' }))
  await waitFor(() => expect(address()).toBe('/option-chain'))
})

it('opens with the strike at the money halfway between the head and the end of the table', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.getAttribute('aria-current') === 'true' ? 2000 : 0
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(532)
  answer('get', '/option_chain_table', [chainRow(24_500), chainRow(22_000), chainRow(26_000)])
  await show(<OptionChainPage />)
  const table = await screen.findByRole('grid', { name: 'All strikes' })
  // The middle of the row is at 2,016; half of what is left below a head of 32 is 250.
  expect(table.parentElement!.scrollTop).toBe(2016 - 32 - 250)
})

it('asks for the other index, and names it on the ticket', async () => {
  const seen = answer('get', '/option_chain_table', [chainRow(52_000)])
  const { user } = await show(<OptionChainPage />)
  await user.click(await screen.findByRole('radio', { name: 'Bank Nifty' }))
  await waitFor(() => expect(seen.queries.map((query) => query.get('symbol'))).toContain('BANKNIFTY'))
  expect(await screen.findByRole('rowheader', { name: /^52000/ })).toBeTruthy()
})

it('keeps the strikes when a later answer fails, and reports it', async () => {
  answer('get', '/option_chain_table', [chainRow(24_500)])
  await show(<OptionChainPage />)
  await screen.findByRole('rowheader', { name: /^24500/ })
  refuse('get', '/option_chain_table', 503, { message: 'No.' })
  expect(await screen.findByText('Couldn’t refresh this. You see the last answer.')).toBeTruthy()
  expect(rowOf(24_500)).toBeTruthy()
})

it('takes every strike from the stream while it is open, and polls no more', async () => {
  const seen = answer('get', '/option_chain_table', [chainRow(24_500)])
  await show(<OptionChainPage />)
  await screen.findByRole('rowheader', { name: /^24500/ })
  act(() => StreamSocket.newest.opens())
  const all = ['optionChainTable.NIFTY.all', 'optionChainDetails.NIFTY.all', 'optionChainWalls.NIFTY']
  await waitFor(() => expect(StreamSocket.newest.request).toEqual({ topics: expect.arrayContaining(all) }))
  act(() => StreamSocket.newest.brings(all[0]!, [chainRow(24_500, { ce_ltp: 171.5 })]))
  expect(await screen.findByText('171.50')).toBeTruthy()
  const calls = seen.queries.length
  // Longer than a poll's interval.
  await act(async () => new Promise((resolve) => void setTimeout(resolve, 3500)))
  expect(seen.queries).toHaveLength(calls)
})

it('asks for nothing while the plan has no option chain', async () => {
  answer('get', '/me', meBody({ plan: 'starter' }))
  const seen = answer('get', '/option_chain_table', [])
  await show(<OptionChainPage />)
  expect(await screen.findByText('Option Chain Access Restricted')).toBeTruthy()
  expect(seen.queries).toHaveLength(0)
})

it('shows how far each price is from the previous close, and a dash for an option without a trade', async () => {
  answer('get', '/option_chain_table', [chainRow(24_550), chainRow(24_500, { ce_ltp: 0, pe_ltp: 149.5 })])
  await show(<OptionChainPage />)
  await screen.findByRole('grid')
  const changes = (strike: number) => {
    const cells = within(rowOf(strike)).getAllByRole('gridcell')
    // Second from the strike on either side.
    return [cells[10]!.textContent, cells[13]!.textContent]
  }
  await waitFor(() => expect(changes(24_550)).toEqual(['+15.00', '+0.05']))
  expect(changes(24_500)).toEqual(['–', '−0.50'])
})

describe('a contract of an open trade', () => {
  beforeEach(() => answer('get', '/option_chain_table', [chainRow(24_500), chainRow(24_550)]))
  const page = async () => {
    await show(<OptionChainPage />)
    await screen.findByRole('rowheader', { name: /^24550/ })
    act(() => StreamSocket.newest.opens())
  }
  const trade = (tradingsymbol: string) => activeTrade({ strike: 24_550, side: 'PE', symbol: 'NIFTY', tradingsymbol })

  it('is marked at its strike as text and shape, which a line explains', async () => {
    answer('get', '/user_active_trades', [trade('NIFTY26NOV24550PE')])
    await page()
    const strike = await screen.findByRole('rowheader', { name: /^24550.*PE held/ })
    expect(strike.querySelector('svg')).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: /^24500/ }).textContent).not.toContain('held')
    expect(screen.getByText('◆ CE or ◆ PE beside a strike: you hold this contract.')).toBeTruthy()
  })

  it('of another expiry is not marked', async () => {
    const seen = answer('get', '/user_active_trades', [trade('NIFTY26DEC24550PE')])
    await page()
    await waitFor(() => expect(seen.queries.length).toBeGreaterThan(0))
    expect(screen.queryByText(/held/)).toBeNull()
  })

  it('is not marked while the trades cannot be read, which is reported', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/user_active_trades', 503, { message: 'No.' })
    await page()
    expect(await screen.findByText(/contracts you hold are not marked/)).toBeTruthy()
  })
})

describe('the panel of a contract', () => {
  beforeEach(() => {
    closeTicket()
    answer('get', '/option_chain_table', [chainRow(24_550), chainRow(24_500)])
  })
  const open = async (cell: (strike: HTMLElement) => Element) => {
    const { user } = await show(<OptionChainPage />)
    await screen.findByRole('rowheader', { name: /^24550/ })
    await waitFor(() => expect(within(rowOf(24_550)).getAllByText('12.5')).toHaveLength(2))
    await user.click(cell(rowOf(24_550)))
    return { user, panel: within(await screen.findByRole('dialog', { name: /^NIFTY 24550/ })) }
  }

  it('opens by a press on any of its cells, with its figures and what a lot pays at expiry', async () => {
    const { panel } = await open((row) => within(row).getAllByText('12.5')[0]!)
    const figure = (name: string) => panel.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent
    expect(screen.getByRole('dialog', { name: 'NIFTY 24550 CE' })).toBeTruthy()
    expect(panel.getByText('₹165.00')).toBeTruthy()
    expect(panel.getByText('+15.00 (+10.00 %)')).toBeTruthy()
    expect(figure('Open interest, lakh')).toBe('12.35L')
    expect(figure('Implied volatility, % a year')).toBe('12.5')
    // The payoff comes once the panel has been painted.
    expect(await panel.findByText('65 units bought at the last price: ₹10,725.00.')).toBeTruthy()
    // What a lot cost and the charges of buying it.
    expect(panel.getByText(/^Maximum loss ₹10,7\d\d\.\d\d: premium and buying charges\.$/)).toBeTruthy()
    expect(panel.getByRole('img', { name: /at most ₹10,7/ })).toBeTruthy()
    expect(panel.getByText('Index 24,527')).toBeTruthy()
  })

  it('shows the other side of the strike, and leads to its ticket', async () => {
    const { user, panel } = await open((row) => within(row).getByRole('button', { name: 'Open 24550 CE' }))
    await user.click(panel.getByRole('radio', { name: 'PE' }))
    expect(await screen.findByRole('dialog', { name: 'NIFTY 24550 PE' })).toBeTruthy()
    expect(screen.getByText('₹150.05')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Trade 24550 PE' }))
    expect(screen.queryByRole('dialog', { name: 'NIFTY 24550 PE' })).toBeNull()
    expect(ticketRequest.get()).toEqual({ symbol: 'NIFTY', strike: 24_550, side: 'PE' })
  })

  it('draws no payoff of an option without a trade today', async () => {
    answer('get', '/option_chain_table', [chainRow(24_550, { ce_ltp: 0 }), chainRow(24_500)])
    const { panel } = await open((row) => within(row).getByRole('button', { name: 'Open 24550 CE' }))
    expect(panel.getByText('No trade today')).toBeTruthy()
    // It would come with them.
    expect(await panel.findByRole('heading', { name: 'Past sessions' })).toBeTruthy()
    expect(panel.queryByText('At expiry, for one lot')).toBeNull()
  })

  it('keeps its price, and reports the figures that cannot be read', async () => {
    refuse('get', '/option_chain_details', 503, { message: 'No.' })
    const { user } = await show(<OptionChainPage />)
    await user.click(await screen.findByRole('button', { name: 'Open 24550 CE' }))
    expect(await screen.findByText('Some figures could not be loaded')).toBeTruthy()
    expect(screen.getByText('₹165.00')).toBeTruthy()
  })

  it('draws its own minutes of today, as text and as a table too', async () => {
    const { user, panel } = await open((row) => within(row).getByRole('button', { name: 'Open 24550 CE' }))
    const words =
      /^NIFTY 24550 CE 23 Nov 2026, 1 min · O ₹160\.00 · ₹170\.00 · H ₹171\.00 \(10:42\) · L ₹159\.00 \(10:33\)/
    expect(await panel.findByRole('img', { name: words }, { timeout: 20_000 })).toBeTruthy()
    expect(await panel.findByText('10 bars')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Show as a table' }))
    expect(panel.getByRole('region', { name: 'The newest bars, newest first' })).toBeTruthy()
  })

  it.each([
    ['has no trade today', contractDay({ candles: [] }), 'Not traded today'],
    ['is not read by the server', contractDay({ candles: null, quotes: null }), 'No minutes of this contract'],
  ])('draws no minutes of one that %s', async (_how, body, text) => {
    answer('get', '/contract_chart', body)
    const { panel } = await open((row) => within(row).getByRole('button', { name: 'Open 24550 CE' }))
    expect(await panel.findByText(text, {}, { timeout: 20_000 })).toBeTruthy()
    expect(panel.queryByText(/bars$/)).toBeNull()
  })

  it('reports minutes and expiries that cannot be read', async () => {
    refuse('get', '/contract_chart', 503, { message: 'No.' })
    const { panel } = await open((row) => within(row).getByRole('button', { name: 'Open 24550 CE' }))
    expect(await panel.findByText('Couldn’t load the chart')).toBeTruthy()
    expect(await panel.findByText(/^No quotes of the other expiries/)).toBeTruthy()
    expect(panel.getByText('₹165.00')).toBeTruthy()
  })

  it('opens another expiry with what the broker quotes of it, without a ticket', async () => {
    const seen = answer('get', '/contract_chart', contractDay())
    const { user, panel } = await open((row) => within(row).getByRole('button', { name: 'Open 24550 CE' }))
    await user.click(await panel.findByRole('button', { name: '29 Dec 2026' }))
    expect(await panel.findByText('Expiry 29 Dec 2026')).toBeTruthy()
    await waitFor(() => expect(seen.queries.map((query) => query.get('expiry'))).toContain(FAR))
    expect(await panel.findByText('₹402.50')).toBeTruthy()
    const figure = (name: string) => panel.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent
    expect([figure('Open interest, lakh'), figure('Implied volatility, % a year')]).toEqual(['26.00L', '–'])
    expect(panel.getByText(/^Volatility and greeks are computed for the nearest expiry\. Tickets open/)).toBeTruthy()
    expect(panel.queryByRole('button', { name: /^Trade/ })).toBeNull()
    expect(await panel.findByText('65 units bought at the last price: ₹26,162.50.')).toBeTruthy()
  })

  it('gives the focus back to its cell when it closes', async () => {
    const { user } = await open((row) => within(row).getByRole('button', { name: 'Open 24550 CE' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open 24550 CE' }))
  })
})

describe('with the keyboard', () => {
  beforeEach(() => {
    answer('get', '/option_chain_table', [chainRow(24_550), chainRow(24_500), chainRow(24_600)])
  })
  const stops = () => screen.getByRole('grid').querySelectorAll('[tabindex="0"]')
  const focused = () => document.activeElement!

  it('the table is one stop, at the call at the money, and arrow keys move over its cells', async () => {
    const { user } = await show(<OptionChainPage />)
    const call = await screen.findByRole('button', { name: 'Open 24550 CE' })
    expect([...stops()]).toEqual([call])
    act(() => call.focus())
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe(screen.getByRole('rowheader', { name: /^24550/ }))
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(focused()).toBe(screen.getByRole('button', { name: 'Open 24600 PE' }))
    expect([...stops()]).toEqual([focused()])
    await user.keyboard('{ArrowDown}{PageUp}')
    expect(focused()).toBe(screen.getByRole('button', { name: 'Open 24500 PE' }))
    await user.keyboard('{End}')
    expect(focused()).toBe(rowOf(24_500).lastElementChild)
    await user.keyboard('{Control>}{Home}{/Control}')
    expect(focused()).toBe(rowOf(24_500).firstElementChild)
    expect(stops()).toHaveLength(1)
  })

  it.each([
    ['a price', '', 'CE'],
    ['open interest of a call', '{ArrowLeft}{ArrowLeft}', 'CE'],
    ['the last column of a put', '{End}', 'PE'],
  ])('Enter at %s opens the contract', async (_where, keys, side) => {
    const { user } = await show(<OptionChainPage />)
    const call = await screen.findByRole('button', { name: 'Open 24550 CE' })
    act(() => call.focus())
    await user.keyboard(`${keys}{Enter}`)
    expect(await screen.findByRole('dialog', { name: `NIFTY 24550 ${side}` })).toBeTruthy()
  })
})
