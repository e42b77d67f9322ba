import { requireSecondFactorCode } from '../../identity/second-factor-code.ts'
import { carryOutFlatten, confirmFlatten } from '../../operator/confirm-flatten.ts'
import { flattenOf, recentFlattens, requestFlatten } from '../../operator/flatten-requests.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'flattenRequests' | 'requestFlatten' | 'confirmFlatten'

/** Exits of all trades of one account or of all, asked for by one operator and confirmed. */
export function operatorFlattenHandlers(parts: WebDependencies): Handlers<Names> {
  const { db, urgent, clock, bus, logger } = parts
  return {
    flattenRequests: async ({ caller }) => ({ requests: await recentFlattens(db, caller.userId, clock.now()) }),

    async requestFlatten({ caller, body }) {
      const by = caller.userId
      const asked = { userId: body.user_id, reason: body.reason, by }
      const id = await requestFlatten(urgent.db, asked, clock.now())
      logger.warn({ operator: by, request: id, user: body.user_id, reason: body.reason }, 'flatten requested')
      return flattenOf(urgent.db, id, by, clock.now())
    },

    async confirmFlatten({ caller, headers, params: { id }, body: { code } }) {
      const by = caller.userId
      const checkCode = () => requireSecondFactorCode(parts, { userId: by, headers, code })
      const { request, confirmed } = await confirmFlatten(urgent.db, id, { by, checkCode }, clock.now())
      const { user_id: userId, reason } = request
      if (confirmed) logger.warn({ operator: by, request: id, user: userId, reason }, 'flatten confirmed')
      if (userId === null) {
        bus.publish('stop', null)
        // Over the shared connections: the reserved ones stay free for kill switches. What fails here, the worker completes.
        await carryOutFlatten(parts, id, clock.now()).catch((error: unknown) =>
          logger.error({ err: error, request: id }, 'a request to flatten all accounts could not be completed'),
        )
      } else {
        bus.publish(`account.${userId}`, null)
        bus.publish(`trades.${userId}`, null)
      }
      return flattenOf(urgent.db, id, by, clock.now())
    },
  }
}
