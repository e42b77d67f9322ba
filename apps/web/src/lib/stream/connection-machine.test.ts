import { backoffMs } from '@strikewise/concurrency/backoff.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isPolling,
  next,
  RECONNECT,
  type Connection,
  type ConnectionEvent,
  type SocketStatus,
} from './connection-machine.ts'

const idle: Connection = { status: 'idle' }
const connecting: Connection = { status: 'connecting', attempt: 0, polling: false }
const reconnecting: Connection = { status: 'connecting', attempt: 2, polling: true }
const open: Connection = { status: 'open' }
const error: Connection = { status: 'error', attempt: 0, polling: false }
const closed: Connection = { status: 'closed', attempt: 1, polling: true }

describe('the connection', () => {
  it.each<
    [when: string, from: Connection, event: ConnectionEvent['type'], to: SocketStatus, polls: boolean, effect?: string]
  >([
    ['the page is entered', idle, 'start', 'connecting', false, 'connect'],
    ['the first socket opens', connecting, 'opened', 'open', false],
    ['a later socket opens', reconnecting, 'opened', 'open', false],
    ['an open socket reports an error', open, 'failed', 'error', false],
    ['a connecting socket reports an error', connecting, 'failed', 'error', false],
    ['the socket closes after an error', error, 'closed', 'closed', true, 'retry_after'],
    ['an open socket closes', open, 'closed', 'closed', true, 'retry_after'],
    ['a reconnect closes again: the poll runs already', reconnecting, 'closed', 'closed', true, 'retry_after'],
    ['a reconnect reports an error', reconnecting, 'failed', 'error', true],
    ['the wait is over', closed, 'retry_due', 'connecting', true, 'connect'],
    ['the page is left while open', open, 'leave', 'idle', false, 'disconnect'],
    ['the page is left while waiting', closed, 'leave', 'idle', false, 'disconnect'],
    ['a left socket reports its close', idle, 'closed', 'idle', false],
    ['a close is reported twice', closed, 'closed', 'closed', true],
    ['the page is entered twice', open, 'start', 'open', false],
  ])('when %s', (_when, from, type, to, polls, effect) => {
    const step = next(from, { type }, 1)
    expect([step.state.status, isPolling(step.state), step.effect?.type]).toEqual([to, polls, effect])
  })

  it('counts failures for the back-off and forgets them once open', () => {
    const twice = next(reconnecting, { type: 'closed' }, 1)
    expect(twice.state).toEqual({ status: 'closed', attempt: 3, polling: true })
    expect(twice.effect).toEqual({ type: 'retry_after', delayMs: 2560 })
    expect(next(open, { type: 'closed' }, 1).effect).toEqual({ type: 'retry_after', delayMs: 1000 })
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

it('polls from the first close until it is open again or left, whatever happens in whatever order', () => {
  const type = fc.constantFrom<ConnectionEvent['type']>('start', 'opened', 'failed', 'closed', 'retry_due', 'leave')
  fc.assert(
    fc.property(fc.array(type, { maxLength: 60 }), (types) => {
      let state: Connection = idle
      for (const event of types) {
        const before: Connection = state
        state = next(before, { type: event }, 1).state
        if (state.status === 'open' || state.status === 'idle') expect(isPolling(state)).toBe(false)
        else if (state.status === 'closed') expect(isPolling(state)).toBe(true)
        else if (before.status !== 'idle' && before.status !== 'open') expect(isPolling(state)).toBe(isPolling(before))
      }
    }),
  )
})
