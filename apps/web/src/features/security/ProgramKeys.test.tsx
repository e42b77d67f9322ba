import type { ProgramKey } from '@strikewise/wire/program-keys.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { ProgramKeys } from './ProgramKeys.tsx'

const key = (change: Partial<ProgramKey> = {}): ProgramKey => ({
  id: 'k1',
  name: 'Risk script',
  scopes: ['read', 'pause'],
  last4: 'aB3x',
  created_at: '2026-11-20T09:00:00+05:30',
  expires_at: '2027-02-18T09:00:00+05:30',
  addresses: [],
  last_used_at: null,
  last_used_address: null,
  state: 'active',
  ...change,
})
const rows = async () => within(await screen.findByRole('list', { name: 'Your keys' })).getAllByRole('listitem')

it('shows that it is loading', async () => {
  hang('get', '/program-keys')
  await show(<ProgramKeys />)
  expect(await screen.findByText('Loading your keys…')).toBeTruthy()
})

it('offers another try when the keys cannot be read', async () => {
  refuse('get', '/program-keys', 500, { message: 'No.' })
  const { user } = await show(<ProgramKeys />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('No keys yet')).toBeNull()
  answer('get', '/program-keys', { keys: [] })
  await user.click(again)
  expect(await screen.findByText('No keys yet')).toBeTruthy()
})

it('lists what each key may do, until when, from where, and when it was used last', async () => {
  answer('get', '/program-keys', {
    keys: [
      key({
        last_used_at: '2026-11-20T10:30:00+05:30',
        last_used_address: '203.0.113.7',
        addresses: ['203.0.113.0/24'],
      }),
      key({ id: 'k2', name: 'Old one', state: 'expired' }),
      key({ id: 'k3', name: 'Lost one', state: 'revoked' }),
    ],
  })
  await show(<ProgramKeys />)
  const [first, second, third] = await rows()
  expect(first!.textContent).toContain('Risk script…aB3xReadPause')
  expect(first!.textContent).toContain(
    'Expires 18 Feb 2027, 09:00 IST. Last used 20 Nov 2026, 10:30 IST from 203.0.113.7. Only from 203.0.113.0/24.',
  )
  expect(second!.textContent).toContain('Never used.')
  expect(within(second!).getByText('Expired')).toBeTruthy()
  expect(within(third!).getByText('Revoked')).toBeTruthy()
  expect(within(third!).queryByRole('button')).toBeNull()
})

it('makes a key, shows it once and copies it', async () => {
  const value = `swk_${'a'.repeat(49)}`
  answer('get', '/program-keys', { keys: [] })
  const seen = answer('post', '/program-keys', { key: value, keys: [key()] })
  const { user } = await show(<ProgramKeys />)
  await user.type(await screen.findByLabelText('Name of the program'), ' Risk script ')
  await user.click(screen.getByText('Exit trades, raise stops and lower targets'))
  await user.selectOptions(screen.getByLabelText('Expires after'), '30')
  await user.type(screen.getByLabelText('Only from these addresses'), '203.0.113.7, 10.0.0.0/8')
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText(value)).toBeTruthy()
  expect(seen.bodies).toEqual([
    {
      name: 'Risk script',
      scopes: ['read', 'exit'],
      expires_in_days: 30,
      addresses: ['203.0.113.7', '10.0.0.0/8'],
    },
  ])
  expect(await rows()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await toasted('Key copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(value)
})

it('asks for a name and a scope before anything is sent, and shows why a key was refused', async () => {
  answer('get', '/program-keys', { keys: [] })
  const { user } = await show(<ProgramKeys />)
  await user.click(await screen.findByText('Read market data, your trades, reports and settings'))
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(screen.getByText('Required')).toBeTruthy()
  expect(screen.getByText('Choose at least one.')).toBeTruthy()
  refuse('post', '/program-keys', 409, { message: 'Revoke one first.' })
  await user.type(screen.getByLabelText('Name of the program'), 'x')
  await user.click(screen.getByText('Pause new entries; only you can resume them'))
  await user.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('Revoke one first.')).toBeTruthy()
})

it('revokes a key once that is confirmed, and shows when it could not', async () => {
  answer('get', '/program-keys', { keys: [key()] })
  refuse('post', '/program-keys/revoke', 503, { message: 'Busy.' })
  const { user } = await show(<ProgramKeys />)
  const press = async () => {
    await user.click(await screen.findByRole('button', { name: 'Revoke Risk script' }))
    const dialog = await screen.findByRole('dialog', { name: 'Revoke Risk script?' })
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  }
  await press()
  expect(await toasted('The key still works. Try again.')).toBeTruthy()
  const seen = answer('post', '/program-keys/revoke', { keys: [key({ state: 'revoked' })] })
  await press()
  await waitFor(() => expect(seen.bodies).toEqual([{ id: 'k1' }]))
  expect(await screen.findByText('Revoked')).toBeTruthy()
})
