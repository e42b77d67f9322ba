import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { chainRow } from '../../testing/bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { OptionChainPanel } from './OptionChainPanel.tsx'

it('restricts the panel and asks for nothing', async () => {
  const seen = answer('get', '/option_chain_table', [])
  await show(<OptionChainPanel locked />)
  expect(await screen.findByText('Option Chain Access Restricted')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upgrade Now' }).getAttribute('href')).toBe('/pricing')
  expect(seen.queries).toHaveLength(0)
})

it('says that it is loading', async () => {
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

it('leaves when the session has ended', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { session } = await import('../../lib/session.ts')
  session.set({ status: 'in', user: { id: 'u1', name: '', email: '' } })
  refuse('get', '/option_chain_table', 401, { message: 'Sign in.' })
  await show(<OptionChainPanel locked={false} />)
  await vi.waitFor(() => expect(session.get().status).toBe('out'))
})
