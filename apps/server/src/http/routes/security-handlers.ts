import { endSessions, securityOf } from '../../identity/sessions.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import type { UserParts } from '../web-parts.ts'

type Names = 'security' | 'endSession' | 'endOtherSessions'

export function securityHandlers({ bus, logger }: UserParts): Handlers<Names> {
  /** Every process forgets what it believed of this user's sessions. */
  const told = (userId: string, ended: number) => {
    logger.info({ user: userId, ended }, 'sessions ended')
    bus.publish(`account.${userId}`, null)
  }
  return {
    security: ({ caller, own }) => own.read((db) => securityOf(db, caller)),

    async endSession({ caller, own, body }) {
      const ended = await own.write((db) => endSessions(db, caller, body.id))
      if (ended === 0) throw new ApiFailure({ code: 'problem.not_found.device' })
      told(caller.userId, ended)
      return own.read((db) => securityOf(db, caller))
    },

    async endOtherSessions({ caller, own }) {
      told(caller.userId, await own.write((db) => endSessions(db, caller)))
      return own.read((db) => securityOf(db, caller))
    },
  }
}
