import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { rearmLevel } from '@strikewise/domain/alerts/custom-alert.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, SECOND_MS, type IstDate } from '@strikewise/domain/time/ist.ts'
import { dailyLossLimit } from '@strikewise/domain/trading/daily-loss-limit.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import { closedNets, coverNets } from '@strikewise/execution/pre-trade/day-pnl.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import { openPnlOf } from '@strikewise/execution/trade/open-pnl.ts'
import { isHeld, type Trade } from '@strikewise/execution/trade/trade.ts'
import { policyOf } from '@strikewise/plans/entitlements.ts'
import type { Kysely } from 'kysely'
import { readinessAccounts, type ReadinessAccount } from '../../readiness/account-rows.ts'
import type { Readings } from '../../readiness/readings.ts'
import type { Database } from '../../store/database.ts'
import { fillsOf } from '../../trades/fills-of.ts'
import { finds, type DueCheck } from '../due-sources.ts'
import type { Alert } from '../notify.ts'
import type { AlertSource } from '../sources/source.ts'
import { isDoneToday, markFired, olderOfUser } from './commit-changes.ts'
import { isWatchable, levelConditionOf } from './condition-of-row.ts'

/** How often the results of the accounts are compared with their limits. Real milliseconds. */
const EVERY_MS = 5 * SECOND_MS
const MODES: readonly LinkMode[] = ['live', 'paper']

export interface LossDeps {
  readonly quotes: { quote(token: number): FeedQuote | undefined }
  /** The cash of an account, which is its capital where its owner set none. */
  readonly readings: Pick<Readings, 'account'>
  readonly realNow?: () => number
}

/**
 * Warnings that the day's loss came to a share of its limit. Only accounts with such an alert that traded today are read, every
 * few seconds: closed trades with what they brought, open ones as if sold at the bid, and to live ones what the user traded
 * without the product (record 35). Paper and live are never added up.
 */
export function lossWarnings({ quotes, readings, realNow = () => performance.now() }: LossDeps): AlertSource {
  let nextAt = Number.NEGATIVE_INFINITY
  const isDue: DueCheck = ({ db, now }) =>
    realNow() >= nextAt && finds(warnings(db, istDateAt(now)).select('custom_alerts.id'))
  const read: AlertSource['read'] = async (tx, now) => {
    if (realNow() < nextAt) return []
    nextAt = realNow() + EVERY_MS
    const day = istDateAt(now)
    const rows = await warningRows(tx, day)
    if (rows.length === 0) return []
    const userIds = [...new Set(rows.map((row) => row.user_id))]
    const results = await dayResults(tx, userIds, day, quotes)
    const accounts = new Map((await readinessAccounts(tx, userIds, now)).map((one) => [one.userId, one]))
    const alerts: Alert[] = []
    const fired: number[] = []
    for (const row of rows) {
      const account = accounts.get(row.user_id)
      const limit = account && limitOf(account, readings)
      const loss = limit === undefined ? undefined : worstLoss(results.get(row.user_id) ?? [], limit)
      if (account === undefined || loss === undefined) continue
      const condition = levelConditionOf(row)
      if (loss.percent < condition.level) {
        if (row.is_armed !== true && loss.percent <= rearmLevel(condition)) await arm(tx, row.id, true)
        continue
      }
      // A loss begins at nothing: what is there before the first look has crossed its level.
      if (row.is_armed === false) continue
      await arm(tx, row.id, false)
      const policy = policyOf(account.plan, now)
      if (row.before >= policy.customAlerts || !isWatchable(policy, condition) || isDoneToday(row, now)) continue
      fired.push(row.id)
      alerts.push({
        userId: row.user_id,
        kind: 'loss_warning',
        key: `custom/${row.id}/${now}`,
        at: now,
        message: {
          code: 'alert.custom_loss',
          mode: loss.mode,
          share: condition.level / 100,
          loss: loss.amount,
          limit: loss.limit,
        },
        link: '/dashboard',
      })
    }
    await markFired(tx, fired, now)
    return alerts
  }
  return { isDue, read }
}

/** The alerts on losses of users who traded on `day`. */
async function warningRows(tx: Kysely<Database>, day: IstDate) {
  return warnings(tx, day)
    .select(['id', 'user_id', 'type', 'symbol', 'side', 'level', 'repeat', 'is_armed', 'last_fired_at'])
    .select(olderOfUser.as('before'))
    .orderBy('id')
    .execute()
}

function warnings(tx: Kysely<Database>, day: IstDate) {
  return tx
    .selectFrom('custom_alerts')
    .where('type', '=', 'loss_share')
    .where('paused', '=', false)
    .where((is) =>
      is.or([
        is.exists(
          is
            .selectFrom('trades')
            .select('trades.id')
            .whereRef('trades.account_id', '=', 'custom_alerts.user_id')
            .where('trades.on_day', '=', day),
        ),
        is.exists(
          is
            .selectFrom('foreign_trade_days')
            .select('foreign_trade_days.begun')
            .whereRef('foreign_trade_days.account_id', '=', 'custom_alerts.user_id')
            .where('foreign_trade_days.on_day', '=', day),
        ),
      ]),
    )
}

async function arm(tx: Kysely<Database>, id: number, isArmed: boolean): Promise<void> {
  await tx.updateTable('custom_alerts').set({ is_armed: isArmed }).where('id', '=', id).execute()
}

function limitOf({ userId, risk }: ReadinessAccount, readings: LossDeps['readings']): Paise | undefined {
  const capital = risk.capital ?? readings.account(userId)?.opening
  return capital === undefined ? undefined : dailyLossLimit(capital, risk.dailyLossCapPct)
}

interface DayResult {
  readonly mode: LinkMode
  readonly net: Paise
}

/** How the day of each account stands, by kind of link. An open trade without a bid is left out: no price shows its loss. */
async function dayResults(
  tx: Kysely<Database>,
  userIds: readonly string[],
  day: IstDate,
  quotes: LossDeps['quotes'],
): Promise<ReadonlyMap<string, readonly DayResult[]>> {
  const rows = await tx
    .selectFrom('trades')
    .select(['account_id', 'body'])
    .where('account_id', 'in', userIds)
    .where('on_day', '=', day)
    .execute()
  const fills = await fillsOf(
    tx,
    rows.filter(({ body }) => isHeld(body)).map(({ body }) => body.id),
  )
  const foreign = await tx
    .selectFrom('foreign_trade_days')
    .select(['account_id', 'net_paise'])
    .where('account_id', 'in', userIds)
    .where('on_day', '=', day)
    .execute()
  const foreignNets = new Map(foreign.map((row) => [row.account_id, row.net_paise]))
  const byUser = Map.groupBy(rows, (row) => row.account_id)
  return new Map(
    userIds.map((userId) => [
      userId,
      MODES.map((mode) => {
        const trades = (byUser.get(userId) ?? []).map(({ body }) => body).filter((trade) => trade.mode === mode)
        const others = mode === 'live' ? (foreignNets.get(userId) ?? 0) : 0
        return { mode, net: (netOf(trades, day, fills, quotes) + others) as Paise }
      }),
    ]),
  )
}

function netOf(
  trades: readonly Trade[],
  day: IstDate,
  fills: ReadonlyMap<string, Fill[]>,
  quotes: LossDeps['quotes'],
): Paise {
  let net = 0
  for (const closed of [...closedNets(trades, day), ...coverNets(trades, day)]) net += closed
  for (const trade of trades.filter(isHeld)) {
    const bid = quotes.quote(trade.contract.token)?.bid ?? 0
    if (bid > 0) net += openPnlOf(fills.get(trade.id) ?? [], day, bid as Paise, BROKER.profile.brokerage).net
  }
  return net as Paise
}

/** The kind of link whose loss is the larger share of the limit; undefined where there is no limit. */
function worstLoss(
  results: readonly DayResult[],
  limit: Paise,
): { mode: LinkMode; amount: Paise; limit: Paise; percent: number } | undefined {
  if (limit <= 0) return undefined
  const worst = results.toSorted((a, b) => a.net - b.net)[0]
  if (worst === undefined) return undefined
  const amount = Math.max(0, 0 - worst.net) as Paise
  return { mode: worst.mode, amount, limit, percent: (amount / limit) * 100 }
}
