import type { ClientBase } from 'pg'
import type { RecentLatencies } from './recent-latencies.ts'

/** Measures each statement of a connection, from when it is asked for to its answer or failure. */
export function timeStatements(client: ClientBase, latencies: RecentLatencies): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const timed = (...args: unknown[]): unknown => {
    const askedAt = performance.now()
    const answered = () => latencies.record(performance.now() - askedAt)
    const callback = args.at(-1)
    if (typeof callback === 'function')
      return query(...args.slice(0, -1), (...reply: unknown[]) => {
        answered()
        ;(callback as (...reply: unknown[]) => void)(...reply)
      })
    const reply = query(...args)
    // A cursor is no promise, and not measured.
    if (reply instanceof Promise) reply.then(answered, answered)
    return reply
  }
  client.query = timed as ClientBase['query']
}
