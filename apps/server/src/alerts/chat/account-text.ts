import { contractNoteRounding } from '@strikewise/domain/charges/charges.ts'
import { PLAN_CARDS } from '@strikewise/domain/plans/catalogue.ts'
import { effectivePlan, type PlanState } from '@strikewise/domain/plans/entitlements.ts'
import { formatRupees, formatSignedRupees } from '@strikewise/domain/money/format.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { isTokenStale } from '@strikewise/domain/time/token-life.ts'
import { LINK_MODES, type LinkMode } from '@strikewise/execution/trade/trade.ts'
import type { Kysely } from 'kysely'
import { loadProfile } from '../../accounts/profiles.ts'
import { loadKillSwitches } from '../../kill-switch/kill-switch.ts'
import type { Database } from '../../store/database.ts'
import { activeTradesOn, tradeLogsOn } from '../../trades/postgres-trade-views.ts'
import { SHORT_COVERED } from '../../trades/exclude-covers.ts'

const MODE_LABELS: Readonly<Record<LinkMode, string>> = { paper: 'Paper', live: 'Live' }

/** How an account stands now, in plain text: plan, link, whether entries may be made, the day so far. */
export async function statusText(db: Kysely<Database>, userId: string, now: EpochMs): Promise<string> {
  const [profile, link, entries, day] = await Promise.all([
    loadProfile(db, userId),
    linkText(db, userId, now),
    entryText(db, userId),
    dayText(db, userId, now),
  ])
  const plan = profile === undefined || profile.plan.plan === null ? 'Free' : labelOf(profile.plan, now)
  return [`Plan: ${plan}`, `Trading account: ${link}`, `Entries: ${entries}`, ...day].join('\n')
}

const labelOf = (state: PlanState, now: EpochMs) => PLAN_CARDS[effectivePlan(state, now)].label

async function linkText(db: Kysely<Database>, userId: string, now: EpochMs): Promise<string> {
  const link = await db
    .selectFrom('broker_links')
    .select(['mode', 'connected', 'login_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (link === undefined) return 'none'
  const isFresh = link.connected && link.login_at !== null && !isTokenStale(link.login_at.getTime() as EpochMs, now)
  return `${MODE_LABELS[link.mode].toLowerCase()}, ${isFresh ? 'connected today' : 'login of today is missing'}`
}

async function entryText(db: Kysely<Database>, userId: string): Promise<string> {
  const stops = await loadKillSwitches(db, userId)
  if (stops.global) return 'paused for all accounts by the operator'
  if (!stops.user) return 'allowed'
  return stops.resumeAt === null
    ? 'paused by you; resume in the app'
    : `paused by you until ${istText(stops.resumeAt).slice(0, 16)} IST`
}

/** One line a kind of account that traded today; its sum is after charges. */
async function dayText(db: Kysely<Database>, userId: string, now: EpochMs): Promise<readonly string[]> {
  const trades = await tradeLogsOn(db, userId, istDateAt(now), false)
  return LINK_MODES.flatMap((mode) => {
    const ofMode = trades.filter((trade) => trade.mode === mode)
    if (ofMode.length === 0) return []
    const closed = ofMode.filter((trade) => trade.exit_time !== null)
    // A line of what was bought back is no trade.
    const count = closed.filter((trade) => trade.exit_reason !== SHORT_COVERED).length
    const open = ofMode.length - closed.length
    const sum = (amount: (row: (typeof closed)[number]) => number | null) =>
      closed.reduce((total, row) => total + paise(amount(row)), 0) as Paise
    // As on the dashboard: the day's net is what its contract note comes to.
    const rounding = contractNoteRounding({ stt: sum((row) => row.stt), stamp: sum((row) => row.stamp) }).total
    const net = (sum((row) => row.pnl) - sum((row) => row.charges) - rounding) as Paise
    return [`${MODE_LABELS[mode]} today: ${open} open, ${count} closed, ${formatSignedRupees(net)} after charges`]
  })
}

/** Null: not known, and left out of the sum as on the dashboard. */
function paise(rupees: number | null): Paise {
  return paiseFromRupees(rupees ?? 0)
}

/** Open positions in plain text, one a paragraph. */
export async function positionText(db: Kysely<Database>, userId: string, now: EpochMs): Promise<string> {
  const rows = await activeTradesOn(db, userId, istDateAt(now))
  if (rows.length === 0) return 'No open positions.'
  return rows
    .map((row) => {
      const stop =
        row.stop_price === null ? 'no stop rests yet' : `stop ${formatRupees(paiseFromRupees(row.stop_price))}`
      return (
        `${MODE_LABELS[row.mode]}: ${row.quantity} ${row.symbol} ${row.strike} ${row.side} ` +
        `at ${formatRupees(paiseFromRupees(row.entry_price))}, ${stop}`
      )
    })
    .join('\n\n')
}
