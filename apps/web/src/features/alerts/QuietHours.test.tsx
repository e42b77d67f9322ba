import type { AlertSettings } from '@strikewise/wire/alerts.ts'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { QuietHours } from './QuietHours.tsx'

const NIGHTS = { days: ['fri' as const, 'sat' as const], from: '22:00', to: '07:00' }
const quiet = (change: Partial<AlertSettings['quiet']> = {}): AlertSettings['quiet'] => ({
  hours: null,
  until: null,
  still_sent: ['Needs your attention', 'New login'],
  ...change,
})
const settings = (change: Partial<AlertSettings['quiet']> = {}): AlertSettings => ({
  offered: true,
  bot: null,
  bot_url: null,
  in_plan: true,
  chat: null,
  last: null,
  switches: [],
  quiet: quiet(change),
})
const set = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const theSwitch = () => screen.findByRole('switch', { name: 'Quiet hours' })

describe('quiet hours', () => {
  it('start at every night, and are saved as they were changed', async () => {
    const seen = answer('put', '/alert-settings/quiet-hours', settings({ hours: NIGHTS }))
    const { user } = await show(<QuietHours quiet={quiet()} />)
    await user.click(await theSwitch())
    await user.click(screen.getByRole('checkbox', { name: 'Sun' }))
    set(/^Quiet until/, '06:30')
    await user.click(screen.getByRole('button', { name: 'Save quiet hours' }))
    await toasted('Quiet hours saved.')
    expect(seen.bodies).toEqual([
      { hours: { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '22:00', to: '06:30' } },
    ])
  })

  it('end at once when they are switched off', async () => {
    const seen = answer('put', '/alert-settings/quiet-hours', settings())
    const { user } = await show(<QuietHours quiet={quiet({ hours: NIGHTS })} />)
    await user.click(await theSwitch())
    await toasted('Quiet hours are off.')
    expect(seen.bodies).toEqual([{ hours: null }])
  })

  it('are not sent while a day or a time is missing, or both times are the same', async () => {
    const seen = answer('put', '/alert-settings/quiet-hours', settings())
    const { user } = await show(<QuietHours quiet={quiet({ hours: { ...NIGHTS, days: ['fri'] } })} />)
    await user.click(await screen.findByRole('checkbox', { name: 'Fri' }))
    set(/^Quiet from/, '')
    await user.click(screen.getByRole('button', { name: 'Save quiet hours' }))
    expect(screen.getByText('Choose at least one day')).toBeTruthy()
    expect(screen.getByText('Enter a time of the day')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Fri' }))
    set(/^Quiet from/, '07:00')
    await user.click(screen.getByRole('button', { name: 'Save quiet hours' }))
    expect(await screen.findByText('Must differ from the start')).toBeTruthy()
    expect(seen.bodies).toEqual([])
  })

  it('report it when they were not saved', async () => {
    refuse('put', '/alert-settings/quiet-hours', 503, { message: 'Try again later.' })
    const { user } = await show(<QuietHours quiet={quiet()} />)
    await user.click(await theSwitch())
    await user.click(screen.getByRole('button', { name: 'Save quiet hours' }))
    await toasted('Try again later.')
  })

  it('show that they are on, and what is sent all the same', async () => {
    await show(<QuietHours quiet={quiet({ hours: NIGHTS, until: '2026-11-21T07:00:00+05:30' })} />)
    expect(await screen.findByText('Quiet until 21 Nov 2026, 07:00 IST')).toBeTruthy()
    expect(screen.getByText(/^Always sent: Needs your attention, New login\./)).toBeTruthy()
  })
})
