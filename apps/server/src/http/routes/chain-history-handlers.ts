import { setKeepDays } from '../../chain-history/history-rows.ts'
import { chainHistory } from '../../chain-history/overview.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { recordAction } from '../../operator/actions.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'operatorChainHistory' | 'setChainHistoryRetention'

export function chainHistoryHandlers({ config, db, logger }: WebDependencies): Handlers<Names> {
  return {
    operatorChainHistory: () => chainHistory(db, config),

    async setChainHistoryRetention({ caller, body: { keep_days } }) {
      requireFreshSignIn(caller)
      await db.transaction().execute(async (tx) => {
        await setKeepDays(tx, keep_days)
        await recordAction(tx, { by: caller.userId, action: 'history_retention_set', details: { days: keep_days } })
      })
      logger.warn({ operator: caller.userId, keep_days }, 'the retention of stored chains was set')
      return chainHistory(db, config)
    },
  }
}
