import { screen, within, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import text from '../features/demo-day/day.json?raw'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { server } from '../testing/server.ts'
import { visit } from '../testing/visit.tsx'

/** Calls that reached the network. */
const asked: string[] = []
const note = ({ request }: { request: Request }) => void asked.push(new URL(request.url).pathname)

afterEach(() => {
  server.events.removeAllListeners()
  asked.length = 0
  queryClient.clear()
})

async function openDay() {
  vi.stubGlobal('WebSocket', undefined)
  server.events.on('request:start', note)
  server.use(http.get('*/day.json', () => HttpResponse.text(text)))
  const where = await visit('/demo/day', 'signed out')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Pause the recording' }, { timeout: 15_000 }))
  return { user, where }
}

const jump = (name: string) =>
  within(screen.getByRole('group', { name: 'Jump to the next event' })).getByRole('button', { name })
const exitNow = async () => screen.findByRole('button', { name: 'Exit now' }, { timeout: 15_000 })

it('shows the recorded position on the dashboard, and asks the server for nothing', { timeout: 60_000 }, async () => {
  const { user } = await openDay()
  screen.getByText(/^Simulated market, recorded on/)
  expect(screen.queryByRole('button', { name: 'Exit now' })).toBeNull()
  await user.click(jump('Entry'))
  await exitNow()
  expect(screen.getAllByText('Simulated').length).toBeGreaterThan(0)
  expect(screen.queryByText('Paper')).toBeNull()
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})

it('explains what an act would do, and sends nothing', { timeout: 60_000 }, async () => {
  const { user } = await openDay()
  await user.click(jump('Entry'))
  await user.click(await exitNow())
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Exit now' }))
  const notice = await screen.findByRole('dialog', { name: 'Nothing was sent: this is a recorded day' })
  within(notice).getByText(/^In your account this sells the whole position/)
  expect(within(notice).getByRole<HTMLAnchorElement>('link', { name: 'Create account' }).pathname).toBe('/signup')
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})

it('explains a screen that is not recorded, and stays', { timeout: 60_000 }, async () => {
  const { user, where } = await openDay()
  await user.click(await screen.findByRole('link', { name: 'Reports' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'This screen is not part of the recorded day' })).getByRole(
      'button',
      { name: 'Back to the recorded day' },
    ),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(where()).toBe('/demo/day')
})

it('lets the server answer again once the page is left', { timeout: 60_000 }, async () => {
  const { where } = await openDay()
  expect((await api.call('me')).email).toBe('trader@demo-day.example')
  act(() => screen.getByRole('link', { name: 'Create account' }).click())
  await waitFor(() => expect(where()).toBe('/signup'))
  await waitFor(async () => expect((await api.call('me')).email).toBe('asha@example.com'), { timeout: 15_000 })
})

it('shows that the recording did not come, and loads it again', { timeout: 60_000 }, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  server.use(http.get('*/day.json', () => HttpResponse.error()))
  await visit('/demo/day', 'signed out')
  await screen.findByText('Couldn’t load the recorded day', undefined, { timeout: 15_000 })
  server.use(http.get('*/day.json', () => HttpResponse.text(text)))
  await userEvent.setup().click(screen.getByRole('button', { name: /Try again|Retry/ }))
  await screen.findByText(/^Simulated market, recorded on/, undefined, { timeout: 15_000 })
})
