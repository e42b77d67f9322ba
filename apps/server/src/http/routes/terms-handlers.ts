import { recordConsent } from '../../accounts/consents.ts'
import type { Handlers } from '../handler.ts'
import type { UserParts } from '../web-parts.ts'

export function termsHandlers({ clock, bus, logger }: UserParts): Handlers<'agreeToTerms'> {
  return {
    async agreeToTerms({ caller, own }) {
      await own.write((db) => recordConsent(db, caller.userId, ['terms', 'privacy', 'adult'], true, clock.now()))
      logger.info({ user: caller.userId }, 'terms agreed to')
      bus.publish(`account.${caller.userId}`, null)
      return { terms: 'agreed' }
    },
  }
}
