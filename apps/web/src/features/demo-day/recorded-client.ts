import { t } from '@lingui/core/macro'
import { ApiError } from '@strikewise/wire/api-error.ts'
import type { CallReply, Client } from '@strikewise/wire/client.ts'
import type { RouteName } from '@strikewise/wire/routes.ts'
import { routeOf } from '../../lib/route-definitions.ts'
import type { Player } from './player.ts'
import type { ReadInput } from './recorded-calls.ts'

/** Acts that the page makes by itself: nothing is to be explained. */
const SILENT_ACTS: ReadonlySet<RouteName> = new Set(['readNotices', 'readAnnouncements', 'saveLanguage'])

/**
 * Answers the app's calls from a recording, at the time that is played; none leaves the page. What would change something is
 * refused, and `onAct` is called with its name.
 */
export function recordedClient(player: Player, onAct: (name: RouteName) => void): Client {
  return {
    async call(name, ...[input]) {
      if (name === 'clock') return { now: player.now(), speed: player.speed() } as CallReply<typeof name>
      const route = await routeOf(name)
      if (route.method !== 'GET') {
        if (!SILENT_ACTS.has(name)) onAct(name)
        throw new ApiError(409, 'recorded_day', t`This is a recorded day: nothing was sent.`)
      }
      const call = player.calls.find(name, (input as ReadInput)?.query)
      const number = call?.numberAt(player.at())
      if (call === undefined || number === undefined)
        throw new ApiError(404, 'recorded_day', t`The recording of this day does not contain this.`)
      const reply = route.reply.safeParse(call.changes[number]!.value)
      // Its text goes by its code.
      if (!reply.success) throw new ApiError(500, 'bad_reply', '')
      return reply.data as CallReply<typeof name>
    },
  }
}
