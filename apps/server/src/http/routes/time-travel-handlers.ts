import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { DomainError } from '../../domain-error.ts'
import { recordAction } from '../../operator/actions.ts'
import { pastPrices } from '../../time-travel/past-prices.ts'
import { storedStateAt, withPrices } from '../../time-travel/past-state.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

/** The screens of a user at a past second, for operators. Each look is recorded with its reason before anything is returned. */
export function timeTravelHandlers(parts: WebDependencies): Handlers<'operatorPastState'> {
  const { db, clock } = parts
  const prices = pastPrices(parts, () => clock.now())
  return {
    async operatorPastState({ caller, params: { id }, query: { at: asked, reason }, language }) {
      // What has not come yet is the present.
      const at = Math.min(Date.parse(asked), clock.now()) as EpochMs
      const stored = await db.transaction().execute(async (tx) => {
        const user = await tx.selectFrom('profiles').select('user_id').where('user_id', '=', id).executeTakeFirst()
        if (user === undefined) return undefined
        const rebuilt = await storedStateAt(tx, id, at, language)
        // Last: the log's lock is held until the commit.
        const details = { at: istIso(at), reason }
        await recordAction(tx, { by: caller.userId, action: 'past_state_read', userId: id, details })
        return rebuilt
      })
      if (stored === undefined) throw new DomainError({ code: 'problem.not_found.account' })
      return withPrices(stored, at, prices)
    },
  }
}
