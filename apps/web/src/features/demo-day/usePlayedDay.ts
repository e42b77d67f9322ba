import type { DemoDay } from '@strikewise/wire/demo-day.ts'
import type { RouteName } from '@strikewise/wire/routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { answerFrom } from '../../lib/api.ts'
import { matchesMedia } from '../../lib/media.ts'
import { clockQuery } from '../../lib/queries.ts'
import { forgetClock, moveClock } from '../../lib/server-clock.ts'
import { streamFrom } from '../../lib/stream/app-stream.ts'
import { eventsOf } from './events.ts'
import { Player } from './player.ts'
import { recordedClient } from './recorded-client.ts'

/** How often what is new is published, in real ms. */
const TICK_MS = 250

/** How many market seconds before the first entry the page begins. */
const LEAD_S = 60

/**
 * Plays a recorded day in place of the server, from shortly before its first entry, until the component is unmounted: then
 * the app asks the server again and has forgotten what was played. `onAct`: an act was refused, by its name. Undefined until all that is
 * in place. Each argument must keep its identity.
 */
export function usePlayedDay(day: DemoDay, onAct: (name: RouteName) => void): Player | undefined {
  const queries = useQueryClient()
  const [played, setPlayed] = useState<Player>()
  useEffect(() => {
    const player = new Player(day, {
      now: () => performance.now(),
      onClock(now, speed) {
        moveClock(now, speed)
        queries.setQueryData(clockQuery.queryKey, { now, speed })
      },
      onChange: () =>
        void queries.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.streamTopic === undefined }),
    })
    queries.clear()
    const ends = [answerFrom(recordedClient(player, onAct)), streamFrom(player.link)]
    const entry = eventsOf(player.calls, day).find(({ kind }) => kind === 'entry')
    player.seek(entry === undefined ? 0 : entry.second - LEAD_S)
    if (!matchesMedia('(prefers-reduced-motion: reduce)')) player.play()
    const ticking = setInterval(() => player.tick(), TICK_MS)
    setPlayed(player)
    return () => {
      setPlayed(undefined)
      clearInterval(ticking)
      for (const end of ends) end()
      queries.clear()
      forgetClock()
    }
  }, [day, onAct, queries])
  return played
}
