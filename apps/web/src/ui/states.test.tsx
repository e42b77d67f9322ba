import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LoadingState } from './states.tsx'

it('waits with grey lines in place of what comes, and shows for what; nothing turns', () => {
  const { container } = render(<LoadingState label="Reading the list..." />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('Reading the list...')
  // By this the browser tests see that a page is still waiting.
  expect(status.matches('[data-waiting]')).toBe(true)
  expect(container.querySelector('[aria-hidden="true"].animate-pulse-dot')).not.toBeNull()
  expect(container.querySelector('.animate-spin')).toBeNull()
})
