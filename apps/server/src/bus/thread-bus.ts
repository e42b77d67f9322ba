import { BroadcastChannel } from 'node:worker_threads'
import { matches, type Bus } from './bus.ts'

/** What travels between threads. `from` names the process a message was first published in. */
export interface Envelope {
  readonly from: string
  readonly subject: string
  readonly payload: unknown
}

export interface ThreadBus extends Bus {
  /** Every message as it passes, for a bridge to other processes. */
  tap(handler: (envelope: Envelope) => void): () => void
  /** Hands on a message that was first published in another process. */
  inject(envelope: Envelope): void
}

/**
 * The bus among the threads of one process: a broadcast channel named `name` plus local delivery, since a channel does not
 * receive its own messages. `processId` marks what is published here.
 */
export function openThreadBus(name: string, processId: string): ThreadBus {
  const channel = new BroadcastChannel(name)
  const subscribers = new Set<{ pattern: string; handler: (subject: string, payload: unknown) => void }>()
  const taps = new Set<(envelope: Envelope) => void>()

  const deliver = (envelope: Envelope) => {
    for (const tap of taps) tap(envelope)
    for (const { pattern, handler } of subscribers) {
      if (matches(pattern, envelope.subject)) handler(envelope.subject, envelope.payload)
    }
  }
  channel.onmessage = (event: unknown) => deliver((event as { data: Envelope }).data)
  // The bus alone must not keep a thread alive.
  channel.unref()

  const send = (envelope: Envelope) => {
    channel.postMessage(envelope)
    deliver(envelope)
  }
  return {
    publish: (subject, payload) => send({ from: processId, subject, payload }),
    inject: send,
    subscribe(pattern, handler) {
      const subscriber = { pattern, handler }
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    tap(handler) {
      taps.add(handler)
      return () => taps.delete(handler)
    },
    close() {
      subscribers.clear()
      taps.clear()
      channel.close()
    },
  }
}
