import { rendererOf } from '@strikewise/messages/node.ts'
import { readinessAccounts } from '../../readiness/account-rows.ts'
import { readinessFacts, readinessReplyOf } from '../../readiness/readiness.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'readiness'

export function readinessHandlers({ config, clock, readings }: UserDependencies): Handlers<Names> {
  return {
    async readiness({ caller, userDb, language }) {
      const now = clock.now()
      const [account] = await userDb.read((db) => readinessAccounts(db, [caller.userId], now))
      // Every caller that is let in has a profile.
      return readinessReplyOf(readinessFacts(account!, readings, config, now), rendererOf(language))
    },
  }
}
