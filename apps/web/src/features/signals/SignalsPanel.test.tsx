import { screen, within, waitFor } from '@testing-library/react'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { signalBody, written } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { SignalsPanel } from './SignalsPanel.tsx'

const core = {
  candle_signal: signalBody('bullish'),
  indicator_signal: signalBody('bearish'),
  option_chain_signal: signalBody('neutral'),
  sideways_detector_signal: signalBody('neutral', { stale: true }),
  market_block_signal: signalBody('unblocked'),
}

function Chosen({ plan }: { plan: Plan }) {
  const [symbol, setSymbol] = useState<IndexSymbol>('NIFTY')
  return <SignalsPanel plan={plan} symbol={symbol} onSymbol={setSymbol} />
}

const panel = (plan: Plan) => <Chosen plan={plan} />

const names = () => screen.getAllByRole('button', { expanded: false }).map((card) => card.textContent)

describe.each(['elite', 'master'] as const)('%s', (plan) => {
  it("shows 'Fetching signals...' while nothing is loaded", async () => {
    hang('get', '/signals')
    await show(panel(plan))
    expect(await screen.findByText('Fetching signals...')).toBeTruthy()
  })

  it('shows the five cards in their order', async () => {
    answer('get', '/signals', core)
    await show(panel(plan))
    await screen.findByText('Bullish')
    expect(
      names().map((text) => text?.match(/^(Candles|Indicators|Option chain|Range filter|Entry filter)/)?.[1]),
    ).toEqual(['Candles', 'Indicators', 'Option chain', 'Range filter', 'Entry filter'])
    expect(screen.getByText('Stale')).toBeTruthy()
    expect(screen.queryByText('Upgrade Plan')).toBeNull()
  })

  it('shows N/A on every card when the call fails, and logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/signals', 503, { message: 'No.' })
    await show(panel(plan))
    expect(await screen.findAllByText('N/A')).toHaveLength(5)
    expect(logged).toHaveBeenCalled()
  })
})

it('marks an agent for which something weaker stands in', async () => {
  const indicators = signalBody('bearish')
  const meta = { ...indicators.meta, vwapSource: 'time-weighted' as const, degraded: ['vwap'] }
  answer('get', '/signals', { ...core, indicator_signal: { ...indicators, meta } })
  await show(panel('elite'))
  expect((await screen.findByRole('button', { name: /^Indicators/ })).textContent).toContain('Degraded')
  expect(screen.getAllByText('Degraded')).toHaveLength(1)
})

it('opens a card to its reasons', async () => {
  answer('get', '/signals', core)
  const { user } = await show(panel('elite'))
  const card = await screen.findByRole('button', { name: /^Indicators/ })
  await user.click(card)
  expect(card.getAttribute('aria-expanded')).toBe('true')
  const reasons = document.getElementById(card.getAttribute('aria-controls')!)!
  expect(within(reasons).getByText('RSI 62 is over 50')).toBeTruthy()
  expect(within(reasons).getByText(/\+\s*0\.30/)).toBeTruthy()
  await user.click(card)
  expect(screen.queryByText('RSI 62 is over 50')).toBeNull()
})

it('asks for the other index when it is chosen', async () => {
  const seen = answer('get', '/signals', core)
  const { user } = await show(panel('elite'))
  await user.click(await screen.findByRole('radio', { name: 'Bank Nifty' }))
  await waitFor(() => expect(seen.queries.at(-1)?.get('symbol')).toBe('BANKNIFTY'))
})

it('shows FII/DII and spike in a row of their own when they answer', async () => {
  answer('get', '/signals', { ...core, fii_dii_signal: signalBody('bullish'), spike_signal: signalBody('neutral') })
  await show(panel('master'))
  expect(await screen.findByRole('button', { name: /^FII/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Spike/ })).toBeTruthy()
})

it('opens FII/DII to its reasons, what headlines show, and the days it speaks of', async () => {
  const flows = signalBody('bearish', {
    asOf: '2026-11-19T20:00:00+05:30',
    validUntil: '2026-11-20T19:00:00+05:30',
    reasons: [{ code: 'fii_net', ...written('Foreign institutions sold'), effect: -0.3 }],
    inputs: [
      { name: 'FII and DII figures', input: 'flows', asOf: '2026-11-19T20:00:00+05:30', count: 61, source: 'live' },
    ],
    meta: { bias: 'bearish', symbol: 'NIFTY', sentiment: -0.25 },
  })
  answer('get', '/signals', { ...core, fii_dii_signal: flows, spike_signal: signalBody('neutral', { reasons: [] }) })
  const { user } = await show(panel('elite'))
  await user.click(await screen.findByRole('button', { name: /^FII/ }))
  expect(screen.getByText('Foreign institutions sold')).toBeTruthy()
  expect(screen.getByText(/as of 19 Nov.* · valid until 20 Nov.* · headlines: −0\.25/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Spike/ }))
  expect(screen.getByText('nothing read yet')).toBeTruthy()
})

it('gives starter the prompt, its two agents a minute late, and the basic values', async () => {
  answer('get', '/signals', { candle_signal: core.candle_signal, option_chain_signal: core.option_chain_signal })
  answer('get', '/indicator_values', { as_of: null, stale: false, delayed_by: 60, values: { macd: -3.21, rsi: 51.2 } })
  await show(panel('starter'))
  const upgrade = await screen.findByRole('link', { name: 'Upgrade Plan' })
  expect(upgrade.getAttribute('href')).toBe('/plans')
  expect(screen.getByText('delayed by 1 minute')).toBeTruthy()
  expect(names()).toHaveLength(2)
  expect(await screen.findByText('MACD')).toBeTruthy()
  expect(screen.getByText('51.20')).toBeTruthy()
})

it('gives pro the prompt and its four agents in real time', async () => {
  answer('get', '/signals', { candle_signal: core.candle_signal })
  answer('get', '/indicator_values', { as_of: null, stale: false, delayed_by: 0, values: { rsi: 51.2 } })
  await show(panel('pro'))
  expect(await screen.findByRole('link', { name: 'Upgrade Plan' })).toBeTruthy()
  expect(screen.getByText('real time')).toBeTruthy()
  expect(names()).toHaveLength(4)
  // What the free plan has a minute late, a paid one has live.
  expect(screen.getByText('Basic signals')).toBeTruthy()
})
