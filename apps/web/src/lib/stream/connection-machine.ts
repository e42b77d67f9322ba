import { backoffMs, type Backoff } from '@strikewise/concurrency/backoff.ts'

/** What the connection badge shows (specification §4). */
export type SocketStatus = 'idle' | 'connecting' | 'open' | 'error' | 'closed'

/**
 * The connection to the stream. `attempt` counts connections that failed since the last one that opened; `polling`: the
 * calls stand in for it.
 */
export type Connection =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting'; readonly attempt: number; readonly polling: boolean }
  | { readonly status: 'open' }
  | { readonly status: 'error'; readonly attempt: number; readonly polling: boolean }
  | { readonly status: 'closed'; readonly attempt: number; readonly polling: true }

export type ConnectionEvent =
  | { readonly type: 'start' }
  | { readonly type: 'opened' }
  | { readonly type: 'failed' }
  | { readonly type: 'closed' }
  | { readonly type: 'retry_due' }
  | { readonly type: 'leave' }

/** What the outside has to do after a step. */
export type ConnectionEffect =
  | { readonly type: 'connect' }
  | { readonly type: 'retry_after'; readonly delayMs: number }
  | { readonly type: 'disconnect' }

export interface ConnectionStep {
  readonly state: Connection
  readonly effect?: ConnectionEffect
}

/**
 * The wait before a reconnect: 1 s × 1.6 each, capped at 15 s. These are upper bounds, of which a quarter is drawn, so that a
 * restarted server is not met by all at once.
 */
export const RECONNECT: Backoff = { firstMs: 1000, factor: 1.6, maxMs: 15_000, jitter: 0.25 }

/**
 * The one place the connection changes state. Polling starts once, on the first close, and ends when the socket is
 * open again or the page is left. An event that means nothing in a state changes nothing.
 */
export function next(state: Connection, event: ConnectionEvent, random: number): ConnectionStep {
  switch (event.type) {
    case 'start':
      return state.status === 'idle'
        ? { state: { status: 'connecting', attempt: 0, polling: false }, effect: { type: 'connect' } }
        : { state }
    case 'opened':
      return { state: state.status === 'connecting' ? { status: 'open' } : state }
    case 'failed':
      if (state.status === 'connecting') return { state: { ...state, status: 'error' } }
      return { state: state.status === 'open' ? { status: 'error', attempt: 0, polling: false } : state }
    case 'closed':
      return closed(state, random)
    case 'retry_due':
      return state.status === 'closed'
        ? { state: { status: 'connecting', attempt: state.attempt, polling: true }, effect: { type: 'connect' } }
        : { state }
    case 'leave':
      return state.status === 'idle' ? { state } : { state: { status: 'idle' }, effect: { type: 'disconnect' } }
  }
}

function closed(state: Connection, random: number): ConnectionStep {
  if (state.status === 'idle' || state.status === 'closed') return { state }
  const attempt = state.status === 'open' ? 0 : state.attempt
  return {
    state: { status: 'closed', attempt: attempt + 1, polling: true },
    effect: { type: 'retry_after', delayMs: backoffMs(RECONNECT, attempt, random) },
  }
}

/** Whether the calls stand in for the stream. */
export const isPolling = (state: Connection): boolean => 'polling' in state && state.polling
