import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { backoffMs, type Backoff } from '@strikewise/concurrency/backoff.ts'

/** What the connection badge shows (specification §4). */
export type SocketStatus = 'idle' | 'connecting' | 'open' | 'error' | 'closed'

export const BADGE_TEXTS = {
  idle: msg`Idle`,
  connecting: msg`Connecting`,
  open: msg`Live`,
  error: msg`Error`,
  closed: msg`Reconnecting...`,
} satisfies Record<SocketStatus, MessageDescriptor>

/** The connection to the trades socket. `attempt` counts connections that failed since the last one that opened. */
export type TradeSocket =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting'; readonly attempt: number; readonly polling: boolean }
  | { readonly status: 'open' }
  | { readonly status: 'error'; readonly attempt: number; readonly polling: boolean }
  | { readonly status: 'closed'; readonly attempt: number; readonly polling: true }

export type SocketEvent =
  | { readonly type: 'start' }
  | { readonly type: 'opened' }
  | { readonly type: 'failed' }
  | { readonly type: 'closed' }
  | { readonly type: 'retry_due' }
  | { readonly type: 'leave' }

/** What the outside has to do after a step, in order. */
export type SocketEffect =
  | { readonly type: 'connect' }
  | { readonly type: 'fetch_once' }
  | { readonly type: 'start_polling' }
  | { readonly type: 'stop_polling' }
  | { readonly type: 'retry_after'; readonly delayMs: number }
  | { readonly type: 'disconnect' }

export interface SocketTransition {
  readonly state: TradeSocket
  readonly effects: readonly SocketEffect[]
}

/**
 * The wait before a reconnect: 1 s × 1.6 each, capped at 15 s. These are upper bounds, of which a quarter is drawn, so that a
 * restarted server is not met by all at once.
 */
export const RECONNECT: Backoff = { firstMs: 1000, factor: 1.6, maxMs: 15_000, jitter: 0.25 }

const stay = (state: TradeSocket): SocketTransition => ({ state, effects: [] })

/**
 * The one place the connection changes state. Polling starts once, on the first close, and ends when the socket is
 * open again or the page is left. An event that means nothing in a state changes nothing.
 */
export function next(state: TradeSocket, event: SocketEvent, random: number): SocketTransition {
  switch (event.type) {
    case 'start':
      return state.status === 'idle'
        ? { state: { status: 'connecting', attempt: 0, polling: false }, effects: [{ type: 'connect' }] }
        : stay(state)
    case 'opened':
      return state.status === 'connecting'
        ? {
            state: { status: 'open' },
            effects: [...(state.polling ? [{ type: 'stop_polling' } as const] : []), { type: 'fetch_once' }],
          }
        : stay(state)
    case 'failed':
      if (state.status === 'connecting') return stay({ ...state, status: 'error' })
      return state.status === 'open' ? stay({ status: 'error', attempt: 0, polling: false }) : stay(state)
    case 'closed':
      return closed(state, random)
    case 'retry_due':
      return state.status === 'closed'
        ? { state: { status: 'connecting', attempt: state.attempt, polling: true }, effects: [{ type: 'connect' }] }
        : stay(state)
    case 'leave':
      return state.status === 'idle'
        ? stay(state)
        : { state: { status: 'idle' }, effects: [{ type: 'stop_polling' }, { type: 'disconnect' }] }
  }
}

function closed(state: TradeSocket, random: number): SocketTransition {
  switch (state.status) {
    case 'idle':
    case 'closed':
      return stay(state)
    case 'open':
    case 'connecting':
    case 'error': {
      const attempt = state.status === 'open' ? 0 : state.attempt
      const polling = state.status !== 'open' && state.polling
      return {
        state: { status: 'closed', attempt: attempt + 1, polling: true },
        effects: [
          ...(polling ? [] : [{ type: 'start_polling' } as const]),
          { type: 'retry_after', delayMs: backoffMs(RECONNECT, attempt, random) },
        ],
      }
    }
  }
}
