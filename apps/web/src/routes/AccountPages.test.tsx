import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { meBody } from '../testing/response-bodies.ts'
import { show } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { ProfilePage } from './ProfilePage.tsx'

describe('profile', () => {
  it('shows name, email, plan and expiry', async () => {
    await show(<ProfilePage />)
    for (const text of ['Asha Rao', 'asha@example.com', 'Elite', '8 Dec 2026'])
      expect(await screen.findByText(text)).toBeTruthy()
  })

  it('shows N/A without an expiry', async () => {
    answer('get', '/me', meBody({ plan: 'starter', plan_expiry: null }))
    await show(<ProfilePage />)
    expect(await screen.findByText('N/A')).toBeTruthy()
  })

  it('shows that no name was given', async () => {
    answer('get', '/me', meBody({ name: '' }))
    await show(<ProfilePage />)
    expect(await screen.findByText('Not set')).toBeTruthy()
  })

  it('shows a record without a plan as Free', async () => {
    answer('get', '/me', meBody({ plan: null, plan_expiry: null }))
    await show(<ProfilePage />)
    expect(await screen.findByText('Free')).toBeTruthy()
    expect(screen.getByText('N/A')).toBeTruthy()
  })

  it('shows and logs when there is no record', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/me', 404, { message: 'No.' })
    await show(<ProfilePage />)
    expect(await screen.findByText('Failed to load user profile.')).toBeTruthy()
    expect(logged).toHaveBeenCalledWith('No user data found')
  })
})
