import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { meBody } from '../testing/bodies.ts'
import { show, toasted } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { ProfilePage } from './ProfilePage.tsx'
import { TelegramSetupPage } from './TelegramSetupPage.tsx'

describe('profile', () => {
  it('shows name, e-mail, plan and expiry', async () => {
    await show(<ProfilePage />)
    for (const text of ['Asha Rao', 'asha@example.com', 'Elite', '8 Dec 2026'])
      expect(await screen.findByText(text)).toBeTruthy()
  })

  it('says N/A without an expiry', async () => {
    answer('get', '/me', meBody({ plan: 'starter', plan_expiry: null }))
    await show(<ProfilePage />)
    expect(await screen.findByText('N/A')).toBeTruthy()
  })

  it('says and logs when there is no record', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/me', 404, { message: 'No.' })
    await show(<ProfilePage />)
    expect(await screen.findByText('Failed to load user profile.')).toBeTruthy()
    expect(logged).toHaveBeenCalledWith('No user data found')
  })
})

describe('alert setup', () => {
  it('saves the chat id', async () => {
    const seen = answer('put', '/telegram', { telegramChatId: '123' })
    const { user } = await show(<TelegramSetupPage />)
    await user.type(await screen.findByLabelText('Chat ID'), ' 123 ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await toasted('Chat ID saved successfully!')
    expect(seen.bodies).toEqual([{ telegramChatId: '123' }])
  })

  it('shows what the server refuses', async () => {
    refuse('put', '/telegram', 400, { message: 'No.', detail: 'Must be the number the info bot shows' })
    const { user } = await show(<TelegramSetupPage />)
    await user.type(await screen.findByLabelText('Chat ID'), 'asha')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Must be the number the info bot shows')).toBeTruthy()
  })
})
