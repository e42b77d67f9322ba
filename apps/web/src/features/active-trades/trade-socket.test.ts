import { backoffMs } from '@strikewise/concurrency/backoff.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BADGE_TEXTS, next, RECONNECT, type SocketEvent, type SocketStatus, type TradeSocket } from './trade-socket.ts'

const idle: TradeSocket = { status: 'idle' }
const connecting: TradeSocket = { status: 'connecting', attempt: 0, polling: false }
const reconnecting: TradeSocket = { status: 'connecting', attempt: 2, polling: true }
const open: TradeSocket = { status: 'open' }
const error: TradeSocket = { status: 'error', attempt: 0, polling: false }
const closed: TradeSocket = { status: 'closed', attempt: 1, polling: true }

it('names each state as the badge shows it', () => {
  expect(
    Object.fromEntries(Object.entries(BADGE_TEXTS).map(([status, { message }]) => [status, [message].flat()[0]])),
  ).toEqual({
    idle: 'Idle',
    connecting: 'Connecting',
    open: 'Live',
    error: 'Error',
    closed: 'Reconnecting...',
  })
})

describe('the connection', () => {
  it.each<[when: string, from: TradeSocket, event: SocketEvent['type'], to: SocketStatus, effects: string[]]>([
    ['the page is entered', idle, 'start', 'connecting', ['connect']],
    ['the first socket opens', connecting, 'opened', 'open', ['fetch_once']],
    ['a later socket opens', reconnecting, 'opened', 'open', ['stop_polling', 'fetch_once']],
    ['an open socket reports an error', open, 'failed', 'error', []],
    ['a connecting socket reports an error', connecting, 'failed', 'error', []],
    ['the socket closes after an error', error, 'closed', 'closed', ['start_polling', 'retry_after']],
    ['an open socket closes', open, 'closed', 'closed', ['start_polling', 'retry_after']],
    ['a reconnect closes again: the poll runs already', reconnecting, 'closed', 'closed', ['retry_after']],
    ['the wait is over', closed, 'retry_due', 'connecting', ['connect']],
    ['the page is left while open', open, 'leave', 'idle', ['stop_polling', 'disconnect']],
    ['the page is left while waiting', closed, 'leave', 'idle', ['stop_polling', 'disconnect']],
    ['a left socket reports its close', idle, 'closed', 'idle', []],
    ['a close is reported twice', closed, 'closed', 'closed', []],
    ['the page is entered twice', open, 'start', 'open', []],
  ])('when %s', (_when, from, type, to, effects) => {
    const step = next(from, { type }, 1)
    expect(step.state.status).toBe(to)
    expect(step.effects.map((effect) => effect.type)).toEqual(effects)
  })

  it('counts failures for the back-off and forgets them once open', () => {
    const twice = next(reconnecting, { type: 'closed' }, 1)
    expect(twice.state).toEqual({ status: 'closed', attempt: 3, polling: true })
    expect(twice.effects).toContainEqual({ type: 'retry_after', delayMs: 2560 })
    expect(next(open, { type: 'closed' }, 1).effects).toContainEqual({ type: 'retry_after', delayMs: 1000 })
  })
})

describe('the back-off', () => {
  it('starts at 1 s, grows by 1.6 and is capped at 15 s', () => {
    expect([0, 1, 2, 5, 6, 40].map((attempt) => backoffMs(RECONNECT, attempt, 1))).toEqual([
      1000, 1600, 2560, 10486, 15000, 15000,
    ])
  })

  it('is spread downwards alone, by a quarter at most', () => {
    expect([0, 0.5, 1].map((draw) => backoffMs(RECONNECT, 0, draw))).toEqual([750, 875, 1000])
  })
})

it('polls exactly while the socket is down, whatever happens in whatever order', () => {
  const type = fc.constantFrom<SocketEvent['type']>('start', 'opened', 'failed', 'closed', 'retry_due', 'leave')
  fc.assert(
    fc.property(fc.array(type, { maxLength: 60 }), (types) => {
      let state: TradeSocket = idle
      let polls = 0
      for (const event of types) {
        const step = next(state, { type: event }, 1)
        state = step.state
        for (const effect of step.effects) {
          if (effect.type === 'start_polling') polls++
          if (effect.type === 'stop_polling') polls = 0
        }
        expect(polls).toBeLessThanOrEqual(1)
        if (state.status === 'open' || state.status === 'idle') expect(polls).toBe(0)
        if (state.status === 'closed') expect(polls).toBe(1)
      }
    }),
  )
})
