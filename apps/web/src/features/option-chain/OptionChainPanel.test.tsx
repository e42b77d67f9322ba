import { screen, within, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '../../lib/server-clock.ts'
import { queryClient } from '../../lib/query-client.ts'
import { chainRow, chainWallsBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import * as aboveEma from './AboveEma.tsx'
import { setMoreColumns } from './more-columns.ts'
import { OptionChainPanel } from './OptionChainPanel.tsx'
import { optionChainQuery } from './queries.ts'

beforeEach(() => void answer('get', '/option_chain_walls', chainWallsBody()))

it('restricts the panel and asks for nothing', async () => {
  const seen = answer('get', '/option_chain_table', [])
  await show(<OptionChainPanel locked />)
  expect(await screen.findByText('Option Chain Access Restricted')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upgrade Now' }).getAttribute('href')).toBe('/pricing')
  expect(seen.queries).toHaveLength(0)
})

it('shows that it is loading', async () => {
  hang('get', '/option_chain_table')
  await show(<OptionChainPanel locked={false} />)
  expect(await screen.findByText('Loading...')).toBeTruthy()
})

it.each([
  ['the call fails', { code: 'x', message: 'No.' }, 503],
  ['the reply is no list', { rows: [] }, 200],
])('is unavailable when %s', async (_when, body, status) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answer('get', '/option_chain_table', body, status)
  await show(<OptionChainPanel locked={false} />)
  expect(await screen.findByText('Option chain data unavailable')).toBeTruthy()
})

it('is unavailable without rows', async () => {
  answer('get', '/option_chain_table', [])
  await show(<OptionChainPanel locked={false} />)
  expect(await screen.findByText('Option chain data unavailable')).toBeTruthy()
})

it('shows strikes, open interest in lakhs, prices and flags, with the first strike marked', async () => {
  answer('get', '/option_chain_table', [
    chainRow(24500),
    chainRow(24450, { ce_above_ema: false, pe_above_ema: true }),
    chainRow(24800),
  ])
  await show(<OptionChainPanel locked={false} />)
  const atm = (await screen.findByRole('rowheader', { name: /24500/ })).closest('tr')!
  expect(atm.getAttribute('aria-current')).toBe('true')
  expect(within(atm).getByText('12.35L')).toBeTruthy()
  expect(within(atm).getByText('1.00L')).toBeTruthy()
  expect(within(atm).getByText('165.00')).toBeTruthy()
  expect(within(atm).getByText('150.05')).toBeTruthy()
  expect(within(atm).getByText('above')).toBeTruthy()
  expect(within(atm).getByText('not known')).toBeTruthy()
  expect(screen.getAllByRole('rowheader').map((head) => head.textContent?.slice(0, 5))).toEqual(['24450', '24500'])
})

it.each<[when: string, rows: Parameters<typeof chainRow>[1][], at: string, words: RegExp]>([
  [
    'the first flags are three closed minutes away',
    [
      { ce_above_ema: null, pe_above_ema: null, ce_ema_minutes_left: 3, pe_ema_minutes_left: 20 },
      { ce_above_ema: null, pe_above_ema: null, ce_ema_minutes_left: 5 },
    ],
    '2026-11-20T09:32:41+05:30',
    /There are fewer so far: the first flags come at 09:35\.$/,
  ],
  [
    'some options do not trade',
    [{ pe_above_ema: null }, {}],
    '2026-11-20T11:02:41+05:30',
    /– means no trade in the last 2/,
  ],
  [
    'the market has closed before there were enough minutes',
    [{ ce_above_ema: null, pe_above_ema: null, ce_ema_minutes_left: 3 }],
    '2026-11-20T16:02:41+05:30',
    /– means no trade in the last 2 minutes, or fewer than 20 closes today\.$/,
  ],
  [
    'all flags are known',
    [{ ce_above_ema: false, pe_above_ema: true }],
    '2026-11-20T11:02:41+05:30',
    /average of 20 one-minute closes\.$/,
  ],
])('says what the flags compare, and when %s why and until when they are not known', async (_when, rows, at, words) => {
  answer(
    'get',
    '/option_chain_table',
    rows.map((row, i) => chainRow(24500 + 50 * i, row)),
  )
  await show(<OptionChainPanel locked={false} />)
  await screen.findByRole('rowheader', { name: /^24500/ })
  act(() => setClock(Date.parse(at), 1))
  expect(await screen.findByText(words)).toBeTruthy()
})

it('leaves when the session has ended', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { session } = await import('../../lib/session.ts')
  session.set({ status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } })
  refuse('get', '/option_chain_table', 401, { message: 'Sign in.' })
  await show(<OptionChainPanel locked={false} />)
  await waitFor(() => expect(session.get().status).toBe('out'))
})

it('shows the open interest as a whole, each figure with its meaning, and marks walls and max pain in their rows', async () => {
  answer('get', '/option_chain_table', [chainRow(24500), chainRow(24400), chainRow(24600)])
  const reading = { put_call_ratio: 1.15, max_pain: 24_500, call_wall: 24_600, put_wall: 24_400 }
  answer('get', '/option_chain_walls', chainWallsBody(reading))
  await show(<OptionChainPanel locked={false} />)
  const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement!.textContent
  await waitFor(async () => expect(await figure('PCR')).toBe('PCR1.15more open puts than calls'))
  expect(await figure('Max pain')).toContain('24500')
  expect(await figure('Call wall')).toContain('24600')
  expect(await figure('Put wall')).toContain('24400')
  expect(screen.getByText(/not a forecast/)).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: /24500\s*\(at the money\)\s*\(max pain\)/ })).toBeTruthy()
  expect(screen.getByRole('cell', { name: /\(call wall\)/ }).closest('tr')!.textContent).toContain('24600')
  expect(screen.getByRole('cell', { name: /\(put wall\)/ }).closest('tr')!.textContent).toContain('24400')
})

it('distinguishes calls from puts in colours of their own: neither is a direction', async () => {
  answer('get', '/option_chain_table', [chainRow(24500)])
  answer('get', '/option_chain_walls', chainWallsBody({ put_call_ratio: 1.15, call_wall: 24_500, put_wall: 24_500 }))
  await show(<OptionChainPanel locked={false} />)
  await screen.findByRole('cell', { name: /\(put wall\)/ })
  const panel = screen.getByRole('region', { name: 'Nifty Option Chain' })
  for (const side of ['call', 'put']) {
    expect(panel.querySelectorAll(`.bg-${side}-line`)).toHaveLength(1)
    expect(panel.querySelectorAll(`.ring-${side}-fill`)).toHaveLength(1)
  }
  expect(panel.querySelectorAll('.bg-put-fill')).toHaveLength(1)
  expect(panel.querySelector('[class*="-up-"], [class*="-down-"]')).toBeNull()
})

it('draws the bar of the open interest beside its figure, not beneath it', async () => {
  answer('get', '/option_chain_table', [chainRow(24500)])
  await show(<OptionChainPanel locked={false} />)
  const figure = await screen.findByText('12.35L')
  const bar = figure.closest('td')!.querySelector('.bg-call-line')!
  expect(figure.nextElementSibling?.contains(bar)).toBe(true)
  expect(figure.closest('td')!.querySelector('.absolute')).toBeNull()
})

it('keeps the strikes, with a dash for each figure, while the open interest as a whole cannot be read', async () => {
  answer('get', '/option_chain_table', [chainRow(24500)])
  refuse('get', '/option_chain_walls', 503, { message: 'No.' })
  await show(<OptionChainPanel locked={false} />)
  expect(await screen.findByRole('rowheader', { name: /^24500/ })).toBeTruthy()
  for (const name of ['PCR', 'Max pain', 'Put wall', 'Call wall'])
    expect(screen.getByText(name, { selector: 'dt' }).parentElement!.textContent).toContain('–')
})

it('re-renders no row when another row changes, though all bars are then rescaled', async () => {
  const rows = [chainRow(24500), chainRow(24450), chainRow(24550)]
  answer('get', '/option_chain_table', rows)
  await show(<OptionChainPanel locked={false} />)
  await screen.findByRole('rowheader', { name: /^24550/ })
  const flags = vi.spyOn(aboveEma, 'AboveEma')
  act(() => {
    queryClient.setQueryData(optionChainQuery.queryKey, [rows[0]!, { ...rows[1]!, ce_oi: 9_000_000 }, rows[2]!])
  })
  expect(await screen.findByText('90.00L')).toBeTruthy()
  // Two flags of the one row that changed.
  expect(flags).toHaveBeenCalledTimes(2)
})

describe('more columns', () => {
  const leg = {
    iv: 12.34,
    delta: 0.512,
    gamma: 0.00091,
    vega: 13.82,
    theta: -11.84,
    prev_close: 150,
    volume: 1_250_000,
    oi_change: 65_000,
    build_up: { kind: 'short_covering', meaning: 'bullish', led_by: null },
  } as const
  const bare = { ...leg, iv: null, delta: null, gamma: null, vega: null, theta: null, oi_change: null, build_up: null }
  beforeEach(() => answer('get', '/option_chain_table', [chainRow(24500)]))
  afterEach(() => setMoreColumns(false))

  it('are not asked for before they are wanted', async () => {
    const seen = answer('get', '/option_chain_details', [])
    await show(<OptionChainPanel locked={false} />)
    await screen.findByRole('rowheader', { name: /^24500/ })
    expect(seen.queries).toHaveLength(0)
    expect(screen.queryByRole('columnheader', { name: /^IV/ })).toBeNull()
  })

  it('show greeks, volume and the change of open interest, mirrored around the strike, and are remembered', async () => {
    answer('get', '/option_chain_details', [{ strike: 24500, ce: leg, pe: bare }])
    const { user } = await show(<OptionChainPanel locked={false} />)
    await user.click(await screen.findByRole('switch', { name: 'More columns' }))
    const seen = await screen.findByText('short covering, bullish for the index')
    const cells = within(seen.closest('tr')!).getAllByRole('cell')
    const texts = cells.map((cell) => cell.textContent)
    expect(texts.slice(0, 8)).toEqual([
      'SCshort covering, bullish for the index',
      '0.0009',
      '13.8',
      '−11.8',
      '0.51',
      '12.3',
      '12.50L',
      '+0.65L',
    ])
    // Nothing is known of the put but how much was traded.
    expect(texts.slice(-8)).toEqual(['–', '12.50L', '–', '–', '–', '–', '–', '–'])
    expect(screen.getByText(/since 09:16, the end of the session’s first minute/)).toBeTruthy()
    expect(localStorage.getItem('chain_columns')).toBe('on')
    await user.click(screen.getByRole('switch', { name: 'More columns' }))
    expect(screen.queryByRole('columnheader', { name: /^IV/ })).toBeNull()
    expect(localStorage.getItem('chain_columns')).toBeNull()
  })

  it.each([
    ['an expiry day', '2026-12-01T11:00:00+05:30', 1],
    ['the day before', '2026-11-30T11:00:00+05:30', 0],
  ])('say on %s why IV is not the exchange’s figure', async (_when, at, sentences) => {
    answer('get', '/option_chain_details', [{ strike: 24500, ce: leg, pe: bare }])
    await show(<OptionChainPanel locked={false} />)
    await screen.findByRole('rowheader', { name: /^24500/ })
    act(() => {
      setClock(Date.parse(at), 1)
      setMoreColumns(true)
    })
    await screen.findByText(/since 09:16, the end of the session’s first minute/)
    expect(screen.queryAllByText(/Expiry day: IV counts the minutes that are left/)).toHaveLength(sentences)
  })

  it.each([
    ['the call fails', { code: 'x', message: 'No.' }, 503, /cannot be read at the moment/],
    ['options have no prices yet', [], 200, /as soon as the options have prices/],
    ['the first minute was not observed', [{ strike: 24500, ce: bare, pe: bare }], 200, /is not available today/],
  ])('keep their places and say why they are empty when %s', async (_when, body, status, words) => {
    answer('get', '/option_chain_details', body, status)
    setMoreColumns(true)
    await show(<OptionChainPanel locked={false} />)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getAllByRole('columnheader', { name: /^OI chg/ })).toHaveLength(2)
    // What is always known stays.
    expect(screen.getByText('165.00')).toBeTruthy()
  })
})
