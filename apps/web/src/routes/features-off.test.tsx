import { istDate } from '@strikewise/domain/time/ist.ts'
import type { FeatureFlag } from '@strikewise/wire/feature-flags.ts'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ContractHistory } from '../features/contract-panel/ContractHistory.tsx'
import { ProgramKeys } from '../features/security/ProgramKeys.tsx'
import { TicketDialog } from '../features/ticket/TicketDialog.tsx'
import { BrowserNotifications } from '../features/alerts/BrowserNotifications.tsx'
import { queryClient } from '../lib/query-client.ts'
import { meQuery } from '../lib/queries.ts'
import { show } from '../testing/render.tsx'
import { meBody } from '../testing/response-bodies.ts'
import { answer } from '../testing/server.ts'
import { AlertsPage } from './AlertsPage.tsx'

/* What screens show of an optional feature that operators have switched off for the user. */

const withFeatures = (...features: FeatureFlag[]) => queryClient.setQueryData(meQuery.queryKey, meBody({ features }))
const REFUSAL = { code: 'feature_off', message: 'Switched off.' }
const CONTRACT = { symbol: 'NIFTY', strike: 24_550, side: 'CE', expiry: istDate('2026-11-24') } as const
const alert = {
  id: 1,
  type: 'price',
  symbol: 'NIFTY',
  side: 'above',
  level: 25_000,
  agent: null,
  flip_to: null,
  text: 'NIFTY above 25,000.00',
  repeat: 'each_time',
  state: 'switched_off',
  fired: 0,
  last_fired_at: null,
}

it('custom alerts: none is added or changed, and those there are can be deleted', async () => {
  withFeatures()
  answer('get', '/custom-alerts', {
    alerts: [alert],
    max: 5,
    types: ['price'],
    agents: [],
    delay_seconds: 0,
    leaves_app: true,
  })
  await show(<AlertsPage />)
  expect(await screen.findByText('New alerts are switched off at the moment')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add alert' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change: NIFTY above 25,000.00' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete: NIFTY above 25,000.00' })).toBeTruthy()
  expect(screen.getByText('Each time · not watched: switched off at the moment')).toBeTruthy()
})

it('browser notifications: none is turned on or tested, and browsers can be removed', async () => {
  withFeatures()
  const device = {
    id: 1,
    device: 'Firefox',
    digest: 'd',
    added_at: '2026-11-20T10:00:00+05:30',
    delivered_at: null,
    problem: null,
  }
  answer('get', '/push-devices', { public_key: 'k', devices: [device] })
  await show(<BrowserNotifications inPlan />)
  expect(await screen.findByText('Browser notifications are switched off at the moment')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send test notification' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove Firefox' })).toBeTruthy()
})

it('program keys: none is made', async () => {
  withFeatures()
  answer('get', '/program-keys', { keys: [] })
  await show(<ProgramKeys />)
  expect(await screen.findByText('Keys for programs are switched off at the moment')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('manual entries: the ticket says so, and asks for no quote', async () => {
  withFeatures()
  const asked = answer('get', '/entry_tickets/quote', REFUSAL, 403)
  await show(<TicketDialog contract={CONTRACT} onClose={() => {}} />)
  expect(await screen.findByText('Manual entries are switched off at the moment')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull()
  expect(asked.queries).toEqual([])
})

it('past sessions: the panel says so, and asks for none', async () => {
  withFeatures()
  const asked = answer('get', '/contract_history', REFUSAL, 403)
  await show(<ContractHistory contract={CONTRACT} name="NIFTY 24550 CE" />)
  expect(await screen.findByText(/^Past sessions are switched off at the moment/)).toBeTruthy()
  expect(asked.queries).toEqual([])
})

it('a page that does not know yet reads the record of the account again once a call is refused', async () => {
  answer('get', '/me', meBody({ features: [] }))
  answer('get', '/contract_history', REFUSAL, 403)
  withFeatures('contract_history')
  await show(
    <>
      <ReadsMe />
      <ContractHistory contract={CONTRACT} name="NIFTY 24550 CE" />
    </>,
  )
  expect(await screen.findByText(/^Past sessions are switched off at the moment/)).toBeTruthy()
})

/** As the layout of the signed-in screens does. */
function ReadsMe() {
  useQuery(meQuery)
  return null
}
