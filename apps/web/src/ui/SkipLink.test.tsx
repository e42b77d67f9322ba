import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SkipLink } from './SkipLink.tsx'

it('gives the focus to what it names, which the Tab key passes by', async () => {
  const user = userEvent.setup()
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  render(
    <>
      <SkipLink to="main">Skip to the main content</SkipLink>
      <button>Menu</button>
      <main>
        <button>First</button>
      </main>
    </>,
  )
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Skip to the main content' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'First' }))
})

it('does nothing while what it names is not there', async () => {
  const user = userEvent.setup()
  render(<SkipLink to="main">Skip to the main content</SkipLink>)
  const link = screen.getByRole('button')
  await user.click(link)
  expect(document.activeElement).toBe(link)
})
