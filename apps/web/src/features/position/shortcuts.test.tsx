import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStore } from '../../lib/store.ts'
import { show } from '../../testing/render.tsx'
import { activeTrade } from '../../testing/response-bodies.ts'
import type { LiveTrades } from '../active-trades/trade-connection.ts'
import { actRequest, endRequest } from './act-request.ts'
import { ActDialogs } from './ActDialogs.tsx'
import { standingOf } from './position.ts'
import { requestOfKey, setShortcuts, useShortcuts } from './shortcuts.ts'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

const key = (change: Partial<KeyboardEvent>) => ({
  key: '',
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...change,
})
beforeEach(() => {
  endRequest()
  setShortcuts(true)
})

describe('the keys', () => {
  it.each([
    ['P pauses', key({ key: 'p', code: 'KeyP' }), false, 'pause'],
    ['P resumes', key({ key: 'p', code: 'KeyP' }), true, 'resume'],
    ['P of a Devanagari keyboard pauses', key({ key: 'ज', code: 'KeyP' }), false, 'pause'],
    ['Shift+P does nothing', key({ key: 'P', code: 'KeyP', shiftKey: true }), false, undefined],
    ['Shift+X exits all', key({ key: 'X', code: 'KeyX', shiftKey: true }), true, 'exit_all'],
    ['X alone does nothing', key({ key: 'x', code: 'KeyX' }), false, undefined],
    ['Ctrl+Shift+X is the browser’s', key({ key: 'X', code: 'KeyX', shiftKey: true, ctrlKey: true }), false, undefined],
    ['Ctrl+P is the browser’s', key({ key: 'p', code: 'KeyP', ctrlKey: true }), false, undefined],
    ['? lists the keys', key({ key: '?', code: 'Slash', shiftKey: true }), false, 'shortcuts'],
  ] as const)('%s', (_what, event, paused, request) => {
    expect(requestOfKey(event, paused)).toBe(request)
  })
})

function Keys({ canPause = true, trades = [] }: { canPause?: boolean; trades?: LiveTrades['trades'] }) {
  const [live] = useState(() => createStore<LiveTrades>({ status: 'open', trades, unread: false, crowded: false }))
  useShortcuts({ live, paused: false, canPause })
  return <input aria-label="text" />
}

describe('pressed on the page', () => {
  it('ask, except where a text is typed', async () => {
    const { user } = await show(<Keys />)
    await user.type(await screen.findByLabelText('text'), 'p')
    expect(actRequest.get()).toBeUndefined()
    await user.click(document.body)
    await user.keyboard('p')
    expect(actRequest.get()).toBe('pause')
  })

  it('are listed on ?', async () => {
    const { user } = await show(
      <>
        <Keys />
        <ActDialogs trades={[]} standingOf={() => standingOf(undefined)} />
      </>,
    )
    await screen.findByLabelText('text')
    await user.keyboard('?')
    expect(await screen.findByText('Keyboard shortcuts')).toBeTruthy()
    expect(screen.getByText('Pause or resume entries')).toBeTruthy()
    expect(screen.getByText('Pause and exit all open trades')).toBeTruthy()
    for (const what of ['Show Nifty 50 or Bank Nifty', 'Open the option chain', 'Find a command'])
      expect(screen.getByText(what)).toBeTruthy()
  })

  it.each([true, false])(
    'ask to exit all with an open trade, with the switch for entries or without: %s',
    async (canPause) => {
      const { user } = await show(<Keys canPause={canPause} trades={[activeTrade()]} />)
      await user.click(document.body)
      await user.keyboard('{Shift>}X{/Shift}')
      expect(actRequest.get()).toBe('exit_all')
    },
  )

  it.each([[undefined], [[]]])('ask for no exit without an open trade: %s', async (trades) => {
    const { user } = await show(<Keys trades={trades} />)
    await user.click(document.body)
    await user.keyboard('{Shift>}X{/Shift}')
    expect(actRequest.get()).toBeUndefined()
  })

  it('do nothing without the switch for entries', async () => {
    const { user } = await show(<Keys canPause={false} />)
    await user.click(document.body)
    await user.keyboard('p')
    expect(actRequest.get()).toBeUndefined()
  })

  it('are off once they were turned off, and that is remembered', async () => {
    const { user } = await show(
      <>
        <Keys />
        <ShortcutsDialog onClose={() => {}} />
      </>,
    )
    await user.click(await screen.findByText('Use single-key shortcuts'))
    expect(localStorage.getItem('shortcuts')).toBe('off')
    await user.keyboard('p')
    expect(actRequest.get()).toBeUndefined()
  })
})
