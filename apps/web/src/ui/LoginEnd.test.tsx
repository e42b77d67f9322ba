import { act, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { BROKER_PORTAL } from '@strikewise/brokers/product-portal.ts'
import { setLanguage } from '../lib/language.ts'
import { LoginEnd } from './LoginEnd.tsx'

afterEach(() => act(() => setLanguage('en')))

it('shows the minute at which the broker ends all logins, in the language shown', async () => {
  expect(BROKER_PORTAL.tokenEndsAt).toBe(360)
  const { container } = render(<LoginEnd />)
  expect(container.textContent).toBe('6:00 AM')
  await act(() => setLanguage('hi'))
  expect(container.textContent).toBe('सुबह 6:00 बजे')
})
