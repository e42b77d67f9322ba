import type { StreamHint } from '@strikewise/wire/live-stream.ts'

/**
 * With the stream the call is made now and then all the same. The server itself reads what it gives hints of every few
 * seconds, since a hint can be lost on its way to it; on the stream none is.
 */
const WITH_HINTS_MS = 300_000

/** An answer that is older is asked for again when another part of the page begins to show it. */
export const STALE_MS = 10_000

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The topic of the stream that is the query's answer. */
      readonly streamTopic?: string
      /** The hint of the stream after which the answer is another. */
      readonly streamHint?: StreamHint
    }
  }
}

interface Stream {
  /** Whether the topic comes over the stream now. */
  carries(topic: string): boolean
  isOpen(): boolean
}

/** Pages without a stream poll; what a public page loads knows no more of it than this. */
let stream: Stream = { carries: () => false, isOpen: () => false }

/** The stream that polls stand in for from now on. */
export function registerStream(opened: Stream): void {
  stream = opened
}

/**
 * Options of a query that is polled every `ms` while the stream does not carry `streamTopic`. What it carries does not grow
 * stale: each value would set and clear a timer in each place of the page that shows it.
 */
export function pollUnlessStreamed(streamTopic: string, ms: number) {
  return {
    meta: { streamTopic },
    staleTime: () => (stream.carries(streamTopic) ? Number.POSITIVE_INFINITY : STALE_MS),
    refetchInterval: () => (stream.carries(streamTopic) ? (false as const) : ms),
  }
}

/** Options of a query that is polled every `ms` while no stream shows when its answer has changed, else every `hintedMs`. */
export function pollUnlessHinted(streamHint: StreamHint, ms: number, hintedMs = WITH_HINTS_MS) {
  return { meta: { streamHint }, refetchInterval: () => (stream.isOpen() ? hintedMs : ms) }
}

/** How often the clock is read: with the stream it comes with each heartbeat. */
export const pollWithoutStream = (ms: number) => () => (stream.isOpen() ? (false as const) : ms)
