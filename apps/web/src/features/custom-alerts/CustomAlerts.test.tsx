import type { CustomAlertRow, CustomAlerts } from '@strikewise/wire/custom-alerts.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AlertsPage } from '../../routes/AlertsPage.tsx'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'

const row = (id: number, change: Partial<CustomAlertRow> = {}): CustomAlertRow => ({
  id,
  type: 'price',
  symbol: 'NIFTY',
  side: 'above',
  level: id,
  agent: null,
  flip_to: null,
  text: `NIFTY at or above ${id}`,
  repeat: 'each_time',
  state: 'watching',
  fired: 0,
  last_fired_at: null,
  ...change,
})
const reply = (change: Partial<CustomAlerts> = {}): CustomAlerts => ({
  alerts: [],
  max: 10,
  types: ['price', 'iv_percentile', 'agent_flip', 'loss_share'],
  agents: [
    { name: 'candle_signal', title: 'Candles' },
    { name: 'option_chain_signal', title: 'Option chain' },
  ],
  delay_seconds: 0,
  leaves_app: true,
  ...change,
})
const open = (change: Partial<CustomAlerts> = {}) => {
  answer('get', '/custom-alerts', reply(change))
  return show(<AlertsPage />)
}
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}`))
const nothing = { symbol: null, side: null, level: null, agent: null, flip_to: null }

describe('the form of an alert', () => {
  it('adds a price with its level, as an Indian writes it', async () => {
    const seen = answer('post', '/custom-alerts', reply({ alerts: [row(25_000)] }))
    const { user } = await open()
    await user.selectOptions(await field('Index'), 'Bank Nifty')
    await user.selectOptions(await field('Crosses'), 'to below')
    await user.type(await field('Level'), '51,250.50')
    await user.selectOptions(await field('Notify'), 'Once a day')
    answer('get', '/custom-alerts', reply({ alerts: [row(25_000)] }))
    await user.click(screen.getByRole('button', { name: 'Add alert' }))
    await toasted('Alert added.')
    expect(seen.bodies).toEqual([
      { ...nothing, type: 'price', symbol: 'BANKNIFTY', side: 'below', level: 51_250.5, repeat: 'daily' },
    ])
    expect(await screen.findByText('NIFTY at or above 25000')).toBeTruthy()
  })

  it('adds an agent that flips, and the loss of the day', async () => {
    const seen = answer('post', '/custom-alerts', reply())
    const { user } = await open()
    await user.selectOptions(await field('Watch'), 'Agent flips')
    await user.selectOptions(await field('Agent'), 'Option chain')
    await user.selectOptions(await field('Turns'), 'bearish')
    await user.click(screen.getByRole('button', { name: 'Add alert' }))
    await expect.poll(() => seen.bodies).toHaveLength(1)
    await user.selectOptions(await field('Watch'), 'Loss of the day')
    expect(screen.queryByLabelText(/^Index/)).toBeNull()
    await user.type(await field('Share of the limit'), '80')
    await user.click(screen.getByRole('button', { name: 'Add alert' }))
    await expect.poll(() => seen.bodies).toHaveLength(2)
    expect(seen.bodies).toEqual([
      {
        ...nothing,
        type: 'agent_flip',
        symbol: 'NIFTY',
        agent: 'option_chain_signal',
        flip_to: 'bearish',
        repeat: 'each_time',
      },
      { ...nothing, type: 'loss_share', side: 'above', level: 80, repeat: 'each_time' },
    ])
  })

  it('shows what is wrong with a level, and sends nothing', async () => {
    const seen = answer('post', '/custom-alerts', reply())
    const { user } = await open()
    const press = () => user.click(screen.getByRole('button', { name: 'Add alert' }))
    const level = await field('Level')
    await press()
    expect(await screen.findByText('Required')).toBeTruthy()
    await user.type(level, 'high')
    await press()
    expect(await screen.findByText('Must be a number')).toBeTruthy()
    await user.clear(level)
    await user.type(level, '0.5')
    await press()
    expect(await screen.findByText('Must be at least 1')).toBeTruthy()
    expect(seen.bodies).toEqual([])
  })

  it('shows what the server refuses', async () => {
    refuse('post', '/custom-alerts', 409, { message: 'Too many alerts', detail: 'Delete one first.' })
    const { user } = await open()
    await user.type(await field('Level'), '25000')
    await user.click(screen.getByRole('button', { name: 'Add alert' }))
    await toasted('Delete one first.')
  })

  it('offers what the plan has, and nothing more at its limit', async () => {
    await open({ types: ['price'], alerts: [row(1), row(2)], max: 2, leaves_app: false, delay_seconds: 60 })
    expect(await screen.findByText('Your plan allows 2 alerts. Delete one to add another.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add alert' })).toBeNull()
    expect(screen.getByText(/sees the market 60 seconds late/)).toBeTruthy()
  })
})

describe('the list of alerts', () => {
  it('shows how each stands', async () => {
    await open({
      alerts: [
        row(4, { fired: 3, last_fired_at: '2026-11-20T10:42:00+05:30' }),
        row(3, { fired: 1, last_fired_at: '2026-11-20T10:42:00+05:30', repeat: 'daily' }),
        row(2, { state: 'paused' }),
        row(1, { state: 'not_in_plan' }),
      ],
    })
    const list = within(await screen.findByRole('list', { name: 'Your alerts' }))
    const shown = list.getAllByRole('listitem').map((item) => item.textContent)
    expect(shown).toEqual([
      expect.stringContaining('Each time · watching · sent 3 times, last on 20 Nov 2026, 10:42 IST'),
      expect.stringContaining('Once a day · watching · sent once, on 20 Nov 2026, 10:42 IST'),
      expect.stringContaining('Each time · paused'),
      expect.stringContaining('Each time · not watched: beyond your plan'),
    ])
  })

  it('pauses, resumes and deletes', async () => {
    const paused = answer('post', '/custom-alerts/pause', reply({ alerts: [row(1, { state: 'paused' })] }))
    const removed = answer('post', '/custom-alerts/remove', reply())
    const { user } = await open({ alerts: [row(1)] })
    await user.click(await screen.findByRole('button', { name: 'Pause: NIFTY at or above 1' }))
    await user.click(await screen.findByRole('button', { name: 'Resume: NIFTY at or above 1' }))
    await expect
      .poll(() => paused.bodies)
      .toEqual([
        { id: 1, paused: true },
        { id: 1, paused: false },
      ])
    await user.click(await screen.findByRole('button', { name: 'Delete: NIFTY at or above 1' }))
    expect(await screen.findByText('No alerts yet')).toBeTruthy()
    expect(removed.bodies).toEqual([{ id: 1 }])
  })

  it('opens an alert in the form with what it watches, and saves the change', async () => {
    const seen = answer('put', '/custom-alerts', reply({ alerts: [row(2, { text: 'NIFTY at or below 24,000' })] }))
    const { user } = await open({ alerts: [row(1, { level: 25_000.5 })], max: 1 })
    await user.click(await screen.findByRole('button', { name: 'Change: NIFTY at or above 1' }))
    expect(screen.getByRole('heading', { name: 'Change alert' })).toBeTruthy()
    expect((await field('Watch')).hasAttribute('disabled')).toBe(true)
    expect(document.activeElement).toBe(await field('Index'))
    const level = await field('Level')
    expect((level as HTMLInputElement).value).toBe('25000.5')
    await user.clear(level)
    await user.type(level, '24,000')
    await user.selectOptions(await field('Crosses'), 'to below')
    answer('get', '/custom-alerts', reply({ alerts: [row(2, { text: 'NIFTY at or below 24,000' })], max: 1 }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await toasted('Alert changed.')
    const alert = { ...nothing, type: 'price', symbol: 'NIFTY', side: 'below', level: 24_000, repeat: 'each_time' }
    expect(seen.bodies).toEqual([{ id: 1, alert }])
    expect(await screen.findByText('NIFTY at or below 24,000')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Change alert' })).toBeNull()
  })

  it('leaves an alert as it is when the change is cancelled', async () => {
    const seen = answer('put', '/custom-alerts', reply())
    const { user } = await open({ alerts: [row(1)] })
    await user.click(await screen.findByRole('button', { name: 'Change: NIFTY at or above 1' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('heading', { name: 'New alert' })).toBeTruthy()
    expect(seen.bodies).toEqual([])
  })

  it('reports a change that was refused', async () => {
    refuse('post', '/custom-alerts/remove', 503, { message: 'Try again later.' })
    const { user } = await open({ alerts: [row(1)] })
    await user.click(await screen.findByRole('button', { name: 'Delete: NIFTY at or above 1' }))
    await toasted('Try again later.')
  })
})
