import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { useKeyListener } from './key-listener.ts'

const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key }))

function Listening({ on = true, received }: { on?: boolean; received: (key: string) => void }) {
  useKeyListener(on, ({ key }) => received(key))
  return null
}

it('receives a key from the commit that shows the component', () => {
  const received = vi.fn<(key: string) => void>()
  function Page() {
    useLayoutEffect(() => void press('c'), [])
    return <Listening received={received} />
  }
  render(<Page />)
  expect(received.mock.calls).toEqual([['c']])
})

it('calls the listener of the latest render, and none once it is off or gone', () => {
  const [first, second] = [vi.fn<(key: string) => void>(), vi.fn<(key: string) => void>()]
  const { rerender, unmount } = render(<Listening received={first} />)
  rerender(<Listening received={second} />)
  press('1')
  rerender(<Listening on={false} received={second} />)
  press('2')
  rerender(<Listening received={second} />)
  press('3')
  unmount()
  press('4')
  expect([first.mock.calls, second.mock.calls]).toEqual([[], [['1'], ['3']]])
})
