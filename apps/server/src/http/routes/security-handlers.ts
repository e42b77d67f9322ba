import { endSessions, securityOf } from '../../identity/sessions.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'security' | 'endSession' | 'endOtherSessions'

export function securityHandlers({ bus, logger }: UserDependencies): Handlers<Names> {
  /** Every process forgets what it believed of this user's sessions. */
  const notified = (userId: string, ended: number) => {
    logger.info({ user: userId, ended }, 'sessions ended')
    bus.publish(`account.${userId}`, null)
  }
  return {
    security: ({ caller, userDb }) => userDb.read((db) => securityOf(db, caller, rendererOf(caller.language ?? 'en'))),

    async endSession({ caller, userDb, body }) {
      const ended = await userDb.write((db) => endSessions(db, caller, body.id))
      if (ended === 0) throw new DomainError({ code: 'problem.not_found.device' })
      notified(caller.userId, ended)
      return userDb.read((db) => securityOf(db, caller, rendererOf(caller.language ?? 'en')))
    },

    async endOtherSessions({ caller, userDb }) {
      notified(caller.userId, await userDb.write((db) => endSessions(db, caller)))
      return userDb.read((db) => securityOf(db, caller, rendererOf(caller.language ?? 'en')))
    },
  }
}
