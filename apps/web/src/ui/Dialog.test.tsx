import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from './Dialog.tsx'

function Page() {
  const [open, setOpen] = useState<'outer' | 'inner'>()
  return (
    <>
      <button type="button" onClick={() => setOpen('outer')}>
        Ask
      </button>
      <Dialog
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title="Sell?"
        actions={
          <>
            <button type="button">Cancel</button>
            <button type="button" onClick={() => setOpen('inner')}>
              Sell
            </button>
          </>
        }
      >
        65 units
      </Dialog>
      <Dialog open={open === 'inner'} onClose={() => setOpen('outer')} title="Sign in again">
        <button type="button">Sign in</button>
      </Dialog>
    </>
  )
}

const dialog = (name: string) => screen.queryByRole('dialog', { name })

async function opened() {
  const user = userEvent.setup()
  const { container } = render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  return { user, container }
}

it('takes the focus, shuts the page behind it off, and gives both back', async () => {
  const { user, container } = await opened()
  expect(dialog('Sell?')!.getAttribute('aria-modal')).toBe('true')
  expect(document.activeElement?.textContent).toBe('Cancel')
  expect(container.getAttribute('aria-hidden')).toBe('true')
  expect(document.documentElement.style.overflow).toBe('hidden')
  await user.keyboard('{Escape}')
  expect(dialog('Sell?')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Ask')
  expect(container.getAttribute('aria-hidden')).toBeNull()
  expect(document.documentElement.style.overflow).toBe('')
})

it('brings the focus back by Tab when the page behind it was given it', async () => {
  const { user } = await opened()
  screen.getByText('Ask').focus()
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Cancel')
})

it('keeps Tab inside, both ways', async () => {
  const { user } = await opened()
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Sell')
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await user.tab({ shift: true })
  expect(document.activeElement?.textContent).toBe('Sell')
})

it('closes by a press beside it, and by Escape the topmost alone', async () => {
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: 'Sell' }))
  await waitFor(() => expect(dialog('Sign in again')).not.toBeNull())
  await user.keyboard('{Escape}')
  expect(dialog('Sign in again')).toBeNull()
  expect(dialog('Sell?')).not.toBeNull()
  expect(document.activeElement?.textContent).toBe('Sell')
  await user.click(dialog('Sell?')!.previousElementSibling!)
  expect(dialog('Sell?')).toBeNull()
})
