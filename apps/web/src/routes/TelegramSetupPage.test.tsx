import type { AlertSettings } from '@strikewise/wire/alerts.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show, toasted } from '../testing/render.tsx'
import { answer, hang, refuse } from '../testing/server.ts'
import { TelegramSetupPage } from './TelegramSetupPage.tsx'

const settings = (change: Partial<AlertSettings> = {}): AlertSettings => ({
  offered: true,
  bot: 'strikewise_bot',
  bot_url: 'https://t.me/strikewise_bot',
  in_plan: true,
  chat: null,
  last: null,
  switches: [
    { kind: 'signal', channel: 'telegram', title: 'Signal', about: 'A decision to buy.', on: true },
    { kind: 'daily_report', channel: 'telegram', title: 'Daily report', about: 'Your day.', on: true },
    { kind: 'daily_report', channel: 'mail', title: 'Daily report', about: 'Your day.', on: false },
  ],
  quiet: { hours: null, until: null, still_sent: ['Needs your attention', 'New login'] },
  ...change,
})

async function open(change: Partial<AlertSettings> = {}) {
  answer('get', '/alert-settings', settings(change))
  answer('get', '/push-devices', { public_key: null, devices: [] })
  return show(<TelegramSetupPage />)
}

describe('the chat id', () => {
  it('is saved', async () => {
    const seen = answer('put', '/telegram', { telegramChatId: '123' })
    const { user } = await open()
    await user.type(await screen.findByLabelText('Chat ID'), ' 123 ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await toasted('Chat ID saved successfully!')
    expect(seen.bodies).toEqual([{ telegramChatId: '123' }])
  })

  it('shows what the server refuses', async () => {
    refuse('put', '/telegram', 400, { message: 'No.', detail: 'Must be the number the info bot shows' })
    const { user } = await open()
    await user.type(await screen.findByLabelText('Chat ID'), 'asha')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Must be the number the info bot shows')).toBeTruthy()
  })

  it.each([
    [{ id: '77', state: 'waiting' } as const, 'Chat 77 has not agreed yet', 'status'],
    [{ id: '77', state: 'paired' } as const, 'Alerts go to chat 77', 'status'],
    [{ id: '77', state: 'unreachable' } as const, 'Telegram no longer takes messages for chat 77', 'alert'],
  ])('says how a chat stands: %j', async (chat, title, role) => {
    await open({ chat })
    const words = await screen.findByText(title)
    expect(words.closest(`[role=${role}]`)).not.toBeNull()
  })
})

describe('pairing', () => {
  it('hands out a start link', async () => {
    answer('post', '/telegram/link', { url: 'https://t.me/strikewise_bot?start=abc' })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Connect Telegram' }))
    const link = await screen.findByRole('link', { name: 'Open the bot and press Start' })
    expect(link.getAttribute('href')).toBe('https://t.me/strikewise_bot?start=abc')
  })

  it('shows when Telegram does not answer', async () => {
    refuse('post', '/telegram/link', 503, { message: 'Telegram does not answer at the moment.' })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Connect Telegram' }))
    await toasted('Telegram does not answer at the moment.')
  })

  it('sends a test message to a paired chat and shows what became of it', async () => {
    const chat = { id: '77', state: 'paired' } as const
    const last = { title: 'Test message', at: '2026-11-20T10:42:00+05:30', state: 'sent', problem: null } as const
    const after = settings({ chat, last })
    const seen = answer('post', '/telegram/test', after)
    const { user } = await open({ chat })
    answer('get', '/alert-settings', after)
    await user.click(await screen.findByRole('button', { name: 'Send test message' }))
    expect(await screen.findByText('Last message: Test message of 10:42 IST was delivered.')).toBeTruthy()
    expect(seen.bodies).toEqual([{}])
    expect(screen.queryByRole('button', { name: 'Connect Telegram' })).toBeNull()
  })

  it('takes the chat away', async () => {
    const seen = answer('put', '/telegram', { telegramChatId: null })
    const { user } = await open({ chat: { id: '77', state: 'paired' } })
    await user.click(await screen.findByRole('button', { name: 'Unlink chat' }))
    await expect.poll(() => seen.bodies).toEqual([{ telegramChatId: '' }])
  })
})

describe('the switches', () => {
  it('stand for each kind and way, and are saved one by one', async () => {
    const seen = answer('put', '/alert-settings/switch', settings())
    const { user } = await open()
    const list = within(await screen.findByRole('list', { name: 'Kinds of alerts' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    await user.click(list.getByRole('switch', { name: 'Daily report by Email' }))
    await expect.poll(() => seen.bodies).toEqual([{ kind: 'daily_report', channel: 'mail', on: true }])
  })

  it('report it when they could not be read', async () => {
    refuse('get', '/alert-settings', 403, { message: 'No.' })
    await show(<TelegramSetupPage />)
    expect(await screen.findByText('Couldn’t load your settings')).toBeTruthy()
  })

  it('show that they are loading', async () => {
    hang('get', '/alert-settings')
    await show(<TelegramSetupPage />)
    expect(await screen.findByText('Loading...')).toBeTruthy()
  })
})

it('shows what the plan does not have, and where Telegram is not offered', async () => {
  await open({ in_plan: false, offered: false })
  expect(await screen.findByText('Your plan has no Telegram alerts')).toBeTruthy()
  expect(screen.getByText('Telegram is not set up here')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Connect Telegram' })).toBeNull()
})
