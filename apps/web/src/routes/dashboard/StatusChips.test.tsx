import type { Me } from '@strikewise/wire/account.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { configBody, meBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { BrokerChip, EntriesChip, ModeChip, PlanChip } from './StatusChips.tsx'

const link = (change: Partial<Me['zerodha']>) => meBody({ zerodha: { ...meBody().zerodha, ...change } })
const armed: Partial<Me> = {
  trade_settings: {
    strategies: [{ symbol: 'NIFTY', lots: 1, auto_execute: true, tsl_enabled: false, sl_buffer: 10 }],
    consentGiven: true,
    updatedAt: null,
  },
}

describe('the login at the broker', () => {
  it.each([
    ['lasts', link({}), 'Zerodha until 06:00', 'text-ink-2'],
    ['is over', link({ token_stale: true }), 'Zerodha login expired', 'text-down'],
    ['is missing', link({ connected: false }), 'Zerodha: not connected', 'text-warn'],
    ['is of a paper account', link({ opened_for_user: true }), 'Paper account until 06:00', 'text-ink-2'],
  ])('%s', async (_when, me, text, colour) => {
    await show(<BrokerChip me={me} />)
    const chip = await screen.findByRole('link', { name: `Connect Zerodha (${text})` })
    expect(chip.className).toContain(colour)
    expect(chip.getAttribute('href')).toBe('/connect-zerodha')
  })
})

describe('entries', () => {
  it.each([
    ['are on', armed, 'Entries on'],
    ['are not armed', {}, 'Auto entries off'],
    ['are stopped by the operator', { ...armed, stop: { user: false, global: true } }, 'Entries stopped for all'],
  ] as const)('%s', async (_when, change, text) => {
    await show(<EntriesChip me={meBody(change)} />)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('are shown by their own switch while the user has paused them', async () => {
    await show(
      <>
        <EntriesChip me={meBody({ ...armed, stop: { user: true, global: false } })} />
        <p>beside</p>
      </>,
    )
    expect(await screen.findByText('beside')).toBeTruthy()
    expect(screen.queryByText(/ntries/)).toBeNull()
  })
})

describe('the account', () => {
  it.each([
    ['live', '· live prices'],
    ['simulated', '· simulated prices'],
  ])('of paper shows that it is filled at %s prices', async (paper_data, text) => {
    answer('get', '/config', { ...configBody, paper_data })
    await show(<ModeChip me={link({ mode: 'paper' })} />)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText('no real money')).toBeTruthy()
  })

  it('of real money is a filled chip', async () => {
    await show(<ModeChip me={link({ mode: 'live' })} />)
    expect((await screen.findByText('Live')).className).toContain('text-white')
    expect(screen.getByText('real money')).toBeTruthy()
  })
})

describe('the plan', () => {
  it.each([
    ['2026-11-26T10:00:00Z', 'Plan ends in 7 days', false],
    ['2026-11-24T10:00:00Z', 'Plan ends in 5 days', true],
    ['2026-11-20T10:00:00Z', 'Plan ends in 1 day', true],
    ['2026-11-01T10:00:00Z', 'Plan ends', false],
  ])('until %s: %s is shown: %s', async (plan_expiry, text, isShown) => {
    await show(
      <>
        <PlanChip me={meBody({ plan_expiry })} />
        <p>beside</p>
      </>,
    )
    expect(await screen.findByText('beside')).toBeTruthy()
    expect(screen.queryByText(text, { exact: false }) !== null).toBe(isShown)
  })
})
