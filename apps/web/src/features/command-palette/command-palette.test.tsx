import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { currentLanguage } from '../../lib/language.ts'
import { show } from '../../testing/render.tsx'
import { meBody } from '../../testing/response-bodies.ts'
import { answer } from '../../testing/server.ts'
import { chartSubject } from '../market-chart/chart-subject.ts'
import { actRequest, endRequest } from '../position/act-request.ts'
import { CommandPaletteHost } from './CommandPaletteHost.tsx'
import { closeTicket, ticketRequest } from '../ticket/ticket-request.ts'
import { closePalette } from './palette.ts'

// What stays open would open on every screen after.
afterEach(() => {
  closePalette()
  closeTicket()
  endRequest()
})

/** The palette over a page with a text field, opened by its key. */
async function open(me = meBody()) {
  answer('get', '/me', me)
  const view = await show(
    <>
      <input aria-label="Note" />
      <CommandPaletteHost />
    </>,
  )
  await view.user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: 'Find a command' })
  // What is typed before goes to the page.
  await expect.poll(() => document.activeElement === input).toBe(true)
  const names = () => screen.queryAllByRole('option').map((option) => option.firstChild!.textContent)
  return { ...view, input, names }
}

it('opens by Ctrl+K from a field too, and closes by Escape', async () => {
  const { user } = await open()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.click(screen.getByLabelText('Note'))
  await user.keyboard('{Meta>}k{/Meta}')
  expect(await screen.findByRole('dialog', { name: 'Commands' })).toBeTruthy()
})

it('lists what the words name, in any order', async () => {
  const { user, names } = await open()
  expect(names()).toContain('Pause entries')
  await user.keyboard('bank chart')
  expect(names()).toEqual(['Chart of Bank Nifty'])
  await user.keyboard('{Control>}a{/Control}no such thing')
  expect(names()).toEqual([])
  expect(screen.getByText('No matching command.')).toBeTruthy()
})

it.each([
  ['reports', '/reports'],
  ['settings', '/trade-settings'],
])('%s opens the screen', async (typed, address) => {
  const { user, address: at } = await open()
  await user.keyboard(`${typed}{Enter}`)
  await screen.findByTestId('elsewhere')
  expect(at()).toBe(address)
})

it('names the key that opens the option chain', async () => {
  const { user } = await open()
  await user.keyboard('option chain')
  expect((await screen.findByRole('option', { name: /^Option chain/ })).querySelector('kbd')!.textContent).toBe('C')
})

it('a chart is chosen on the dashboard', async () => {
  const { user, address } = await open()
  await user.keyboard('banknifty{Enter}')
  await screen.findByTestId('elsewhere')
  expect(address()).toBe('/dashboard')
  expect(chartSubject.get()).toBe('BANKNIFTY')
})

it.each([
  ['pause entries', 'pause'],
  ['exit all', 'exit_all'],
  ['shortcuts', 'shortcuts'],
])('%s asks on the dashboard, where the dialog is', async (typed, request) => {
  const { user, address } = await open()
  await user.keyboard(`${typed}{Enter}`)
  await screen.findByTestId('elsewhere')
  expect(address()).toBe('/dashboard')
  expect(actRequest.get()).toBe(request)
})

it('a contract is found by its strike, and opens its ticket', async () => {
  const quote = { price: 24_541.35, change: 1, change_percent: 0.1 }
  answer('get', '/live_indices', { nifty50: quote, banknifty: { ...quote, price: 54_500 } })
  const { user, names, address } = await open()
  await user.keyboard('24500')
  await expect.poll(names, { timeout: 10_000 }).toEqual(['NIFTY 24500 CE', 'NIFTY 24500 PE'])
  await user.keyboard(' pe{Enter}')
  await screen.findByTestId('elsewhere')
  expect(address()).toBe('/dashboard')
  expect(ticketRequest.get()).toEqual({ symbol: 'NIFTY', strike: 24_500, side: 'PE' })
})

it('who may not trade is offered no pause', async () => {
  const { zerodha } = meBody()
  const { names } = await open(meBody({ plan: 'pro', zerodha: { ...zerodha, mode: 'live' } }))
  await expect.poll(names).toContain('Reports')
  expect(names()).not.toContain('Pause entries')
})

it('changes theme and language', async () => {
  const { user, names } = await open()
  const run = async (typed: string) => {
    await user.keyboard(typed)
    await expect.poll(() => names().length, { timeout: 10_000 }).toBe(1)
    await user.keyboard('{Enter}')
    // Until it has closed its key opens no other.
    await expect.poll(() => screen.queryByRole('combobox'), { timeout: 10_000 }).toBeNull()
  }
  await run('dark theme')
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  await run('language')
  // Its texts are loaded first.
  await expect.poll(currentLanguage, { timeout: 10_000 }).toBe('hi')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  await run('english')
  await expect.poll(currentLanguage).toBe('en')
})
