import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { App } from './App.tsx'
import { answer, hang } from './testing/server.ts'

it("shows 'Initializing...' until the sign-in state is known", async () => {
  hang('get', '/auth/get-session')
  render(<App screens={import('./Screens.tsx')} />)
  expect(await screen.findByText('Initializing...')).toBeTruthy()
})

it('then shows the page', async () => {
  answer('get', '/auth/get-session', null)
  render(<App screens={import('./Screens.tsx')} />)
  expect(await screen.findByRole('heading', { name: /^Welcome to Strikewise/ })).toBeTruthy()
  expect(screen.queryByText('Initializing...')).toBeNull()
})
