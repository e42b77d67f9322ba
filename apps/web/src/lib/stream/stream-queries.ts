import { readTopic } from '@strikewise/wire/live-stream.ts'
import type { JsonValue } from '@strikewise/wire/json-delta.ts'
import type { Route } from '@strikewise/wire/route.ts'
import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'
import { clockQuery } from '../queries.ts'
import { routeOf } from '../route-definitions.ts'
import { setClock } from '../server-clock.ts'
import { liveStream } from './app-stream.ts'

/** The polls of many pages that lost their stream together begin apart. */
const SPREAD_MS = 1000

/** What shows that other answers are on screen. */
const CHANGES: ReadonlySet<QueryCacheNotifyEvent['type']> = new Set([
  'added',
  'removed',
  'observerAdded',
  'observerRemoved',
  'observerOptionsUpdated',
])

let isStarted = false

/** Lets the stream carry what the queries on screen ask for, and writes what it brings where their polls write. */
export function streamQueries(): void {
  if (isStarted) return
  isStarted = true
  const cache = queryClient.getQueryCache()
  let isPending = false
  const follow = () => {
    isPending = false
    const topics = cache.findAll({ type: 'active' }).flatMap(({ meta }) => meta?.streamTopic ?? [])
    liveStream.follow(cache, [...new Set(topics)])
  }
  cache.subscribe(({ type }) => {
    if (!CHANGES.has(type) || isPending) return
    isPending = true
    // Once for all that one step of the page changes.
    queueMicrotask(follow)
  })
  follow()
  liveStream.consume({
    value: write,
    hint: (hint) => void refetch((query) => query.meta?.streamHint === hint),
    // What changed before it opened was not hinted at.
    opened: () => void refetch((query) => query.meta?.streamHint !== undefined),
    lost(topics) {
      const isLost = (query: Query) => topics.includes(query.meta?.streamTopic ?? '')
      setTimeout(() => void refetch(isLost), Math.random() * SPREAD_MS)
      setTimeout(() => void refetch(isHinted), Math.random() * SPREAD_MS)
    },
    clock({ now, speed }) {
      setClock(now, speed)
      queryClient.setQueryData(clockQuery.queryKey, { now, speed })
    },
  })
}

const isHinted = (query: Query) => query.meta?.streamHint !== undefined || query.queryKey[0] === clockQuery.queryKey[0]

/** Asks again for what is on screen; each answer sets the pace of its poll. */
function refetch(isMeant: (query: Query) => boolean): Promise<void> {
  return queryClient.refetchQueries({ type: 'active', predicate: isMeant })
}

function write(name: string, value: JsonValue): void {
  const topic = readTopic(name)
  if (topic === undefined) return
  const route = routeOf(topic.route)
  if (!(route instanceof Promise)) return put(name, route, value)
  // In the order in which they came: each waits for the same code.
  route.then(
    (loaded) => put(name, loaded, value),
    () => liveStream.refuse(name),
  )
}

function put(name: string, route: Route, value: JsonValue): void {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.streamTopic === name })
  if (queries.length === 0) return
  const read = route.reply.safeParse(value)
  if (!read.success) {
    console.error(`${name} of the stream could not be read`, read.error)
    liveStream.refuse(name)
    return
  }
  for (const { queryKey } of queries) queryClient.setQueryData(queryKey, read.data)
}
