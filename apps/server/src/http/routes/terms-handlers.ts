import { recordConsent } from '../../consents/consents.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

export function termsHandlers({ clock, bus, logger }: UserDependencies): Handlers<'agreeToTerms'> {
  return {
    async agreeToTerms({ caller, userDb }) {
      await userDb.write((db) => recordConsent(db, caller.userId, ['terms', 'privacy', 'adult'], true, clock.now()))
      logger.info({ user: caller.userId }, 'terms agreed to')
      bus.publish(`account.${caller.userId}`, null)
      return { terms: 'agreed' }
    },
  }
}
