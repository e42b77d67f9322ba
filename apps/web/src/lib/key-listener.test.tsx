import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { useKeyListener } from './key-listener.ts'

const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key }))

function Listening({ on = true, heard }: { on?: boolean; heard: (key: string) => void }) {
  useKeyListener(on, ({ key }) => heard(key))
  return null
}

it('hears a key from the commit that shows the component', () => {
  const heard = vi.fn<(key: string) => void>()
  function Page() {
    useLayoutEffect(() => void press('c'), [])
    return <Listening heard={heard} />
  }
  render(<Page />)
  expect(heard.mock.calls).toEqual([['c']])
})

it('calls the listener of the latest render, and none once it is off or gone', () => {
  const [first, second] = [vi.fn<(key: string) => void>(), vi.fn<(key: string) => void>()]
  const { rerender, unmount } = render(<Listening heard={first} />)
  rerender(<Listening heard={second} />)
  press('1')
  rerender(<Listening on={false} heard={second} />)
  press('2')
  rerender(<Listening heard={second} />)
  press('3')
  unmount()
  press('4')
  expect([first.mock.calls, second.mock.calls]).toEqual([[], [['1'], ['3']]])
})
