import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { later } from '../lib/later.ts'
import { show } from '../testing/render.tsx'
import { Menu, MenuItem } from './Menu.tsx'
import { Pressed } from './Pressed.tsx'
import type { ReactElement } from 'react'

function List({ trigger }: { trigger: ReactElement }) {
  return (
    <Menu trigger={trigger}>
      <MenuItem onClick={() => {}}>First</MenuItem>
    </Menu>
  )
}

/** A button whose list is loaded when `loaded` resolves. */
async function button(loaded: () => Promise<unknown>) {
  const list = later(async () => {
    await loaded()
    return List
  })
  const trigger = <button type="button">More</button>
  return show(
    <Pressed trigger={trigger} popup="menu" opens={list}>
      {(Opened) => <Opened trigger={trigger} />}
    </Pressed>,
  )
}

const more = () => screen.getByRole('button', { name: 'More' })

it('opens its list once that is loaded, when it was pressed before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user } = await button(() => promise)
  expect(more().getAttribute('aria-haspopup')).toBe('menu')
  await user.click(more())
  expect(screen.queryByRole('menuitem')).toBeNull()
  resolve()
  expect(await screen.findByRole('menuitem', { name: 'First' })).toBeTruthy()
})

it('opens by an arrow key as well', async () => {
  const { user } = await button(async () => undefined)
  more().focus()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('menuitem', { name: 'First' })).toBeTruthy()
})

it('reports a list that cannot be loaded, and loads it at the next press', async () => {
  let loads = 0
  const { user } = await button(async () => {
    loads += 1
    if (loads === 1) throw new TypeError('no network')
  })
  await user.click(more())
  expect(
    (await screen.findAllByText('Couldn’t load this menu. Check your connection and try again.')).length,
  ).toBeGreaterThan(0)
  await user.click(more())
  expect(await screen.findByRole('menuitem', { name: 'First' })).toBeTruthy()
})
