import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** An account the trader must look after. */
export interface RunningAccount {
  readonly account: string
  /** The local address its calls leave from; null: any. */
  readonly egressAddress: string | null
  /** Changes whenever its broker link does. */
  readonly link: string
  /**
   * Changes whenever a setting does that the account's actor goes by between entries: the day's loss limit, losses in a row,
   * the profit lock, and covering shorts of the user's own; and whenever a value that was to be in force later is.
   */
  readonly settings: string
}

/**
 * Every account with a token, for entries or for exits alone, and every one with a trade that is not over. `now`: of the market's
 * clock.
 */
export async function accountsToRun(db: Kysely<Database>, now: EpochMs): Promise<RunningAccount[]> {
  const rows = await db
    .selectFrom('broker_links')
    .leftJoin('risk_settings', 'risk_settings.user_id', 'broker_links.user_id')
    .select(['broker_links.user_id', 'connected', 'login_at', 'egress_address'])
    .select(['capital_paise', 'daily_loss_cap_bp', 'max_losses_in_row', 'cover_manual_shorts'])
    .select(['profit_lock_from_paise', 'profit_lock_keep_pct'])
    .select((is) =>
      is
        .selectFrom('pending_settings')
        .select(
          sql<string | null>`string_agg(concat_ws(' ', setting, symbol, value), ',' order by setting, symbol)`.as(
            'values',
          ),
        )
        .whereRef('pending_settings.user_id', '=', 'broker_links.user_id')
        .where('effective_at', '<=', now)
        .as('due'),
    )
    .where((is) =>
      is.or([
        is('connected', '=', true),
        is('exit_token', 'is not', null),
        is(
          'broker_links.user_id',
          'in',
          is.selectFrom('trades').select('account_id').where('state', 'in', LIVE_STATES),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => ({
    account: row.user_id,
    egressAddress: row.egress_address,
    link: [row.connected, row.login_at?.getTime(), row.egress_address].join(' '),
    settings: [
      row.capital_paise,
      row.daily_loss_cap_bp,
      row.max_losses_in_row,
      row.profit_lock_from_paise,
      row.profit_lock_keep_pct,
      row.cover_manual_shorts,
      row.due,
    ].join(' '),
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
                trade('trades.state', 'in', LIVE_STATES),
                trade.and([trade('trades.state', '=', 'abandoned'), trade('trades.on_day', '=', today)]),
              ]),
            ),
        ),
      ),
    )
    .execute()
  return rows.map((row) => row.user_id)
}
