import { connectStream, streamUrl, type StreamHandlers, type StreamLink } from './connection.ts'
import { LiveStream, type StreamPorts } from './live-stream.ts'
import { registerStream } from './poll-intervals.ts'
import { shareConnection } from './shared-connection.ts'

/** Where the stream of this tab comes from: the server, or what stands in for it. */
let source: StreamPorts['link'] = linkOf

/** Lets `link` bring the stream that is started next, in place of the server, as a recording does. Returns how to end that. */
export function streamFrom(link: StreamPorts['link']): () => void {
  source = link
  return () => {
    source = linkOf
  }
}

/** The stream of this tab. Tabs of one user share a connection where the browser has what that takes. */
export const liveStream = new LiveStream({
  link: (userId, handlers) => source(userId, handlers),
  isVisible: () => document.visibilityState === 'visible',
  onVisibility: (changed) => document.addEventListener('visibilitychange', changed),
})
registerStream(liveStream)

function linkOf(userId: string, handlers: StreamHandlers): StreamLink {
  const connect = (to: Parameters<typeof connectStream>[1]) =>
    connectStream({ open: () => new WebSocket(streamUrl(window.location)), random: Math.random }, to)
  // Locks exist in a secure context alone.
  const { locks } = navigator as { locks?: LockManager }
  if (locks === undefined || !('BroadcastChannel' in globalThis)) return connect({ ...handlers, frame: () => {} })
  return shareConnection(
    {
      name: ['stream', userId].join('/'),
      locks,
      channel: (name) => new BroadcastChannel(name),
      connect,
      isVisible: () => document.visibilityState === 'visible',
      id: () => crypto.randomUUID(),
      now: () => performance.now(),
    },
    handlers,
  )
}
