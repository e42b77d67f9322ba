import { endSessions, securityOf } from '../../identity/sessions.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

type Names = 'security' | 'endSession' | 'endOtherSessions'

export function securityHandlers({ db, bus, logger }: WebParts): Handlers<Names> {
  /** Every process forgets what it believed of this user's sessions. */
  const told = (userId: string, ended: number) => {
    logger.info({ user: userId, ended }, 'sessions ended')
    bus.publish(`account.${userId}`, null)
  }
  return {
    security: ({ caller }) => securityOf(db, caller),

    async endSession({ caller, body }) {
      const ended = await endSessions(db, caller, body.id)
      if (ended === 0) throw new ApiFailure('not_found', 'That device is signed out already.')
      told(caller.userId, ended)
      return securityOf(db, caller)
    },

    async endOtherSessions({ caller }) {
      told(caller.userId, await endSessions(db, caller))
      return securityOf(db, caller)
    },
  }
}
