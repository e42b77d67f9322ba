import { listFlags } from '../../feature-flags/flag-list.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { changeFlag } from '../../operator/change-flag.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

/** Feature flags, as operators see and change them. */
export function operatorFlagHandlers({ db, clock }: WebDependencies): Handlers<'operatorFlags' | 'changeFlag'> {
  return {
    operatorFlags: async () => ({ flags: await listFlags(db) }),

    changeFlag({ caller, body }) {
      requireFreshSignIn(caller)
      return db.transaction().execute(async (tx) => {
        await changeFlag(tx, body, { by: caller.userId, now: clock.now() })
        return { flags: await listFlags(tx) }
      })
    },
  }
}
