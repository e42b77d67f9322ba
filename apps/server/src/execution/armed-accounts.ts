import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** An account the trader must look after. `link` changes whenever its broker link does. */
export interface RunningAccount {
  readonly account: string
  readonly link: string
}

/** Every account with a token, for entries or for exits alone, and every one with a trade that is not over. */
export async function accountsToRun(db: Kysely<Database>): Promise<RunningAccount[]> {
  const rows = await db
    .selectFrom('broker_links')
    .select(['user_id', 'connected', 'login_at', 'egress_address'])
    .where((is) =>
      is.or([
        is('connected', '=', true),
        is('exit_token', 'is not', null),
        is(
          'user_id',
          'in',
          is.selectFrom('trades').select('account_id').where('state', 'in', ['entering', 'open', 'exiting']),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => ({
    account: row.user_id,
    link: [row.connected, row.login_at?.getTime(), row.egress_address].join(' '),
  }))
}

/**
 * Disconnected accounts whose kept token has served its purpose: nothing of theirs is live any more, and no entry given
 * up today may still fill late.
 */
export async function spentExitTokens(db: Kysely<Database>, today: IstDate): Promise<string[]> {
  const rows = await db
    .selectFrom('broker_links')
    .select('user_id')
    .where('exit_token', 'is not', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('trades')
            .select('trades.id')
            .whereRef('trades.account_id', '=', 'broker_links.user_id')
            .where((trade) =>
              trade.or([
                trade('trades.state', 'in', ['entering', 'open', 'exiting']),
                trade.and([trade('trades.state', '=', 'abandoned'), trade('trades.on_day', '=', today)]),
              ]),
            ),
        ),
      ),
    )
    .execute()
  return rows.map((row) => row.user_id)
}
