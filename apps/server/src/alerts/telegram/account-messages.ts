import { LINK_MODES } from '@strikewise/domain/trading/link-mode.ts'
import { contractNoteRounding } from '@strikewise/domain/charges/contract-note.ts'
import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'
import type { ChatAccount, ChatEntries, ChatReply } from '@strikewise/messages/families/chat.ts'
import type { Kysely } from 'kysely'
import { isLoginOver } from '../../accounts/login-life.ts'
import { loadProfile } from '../../accounts/profiles.ts'
import { loadKillSwitches } from '../../kill-switch/kill-switch.ts'
import type { Database } from '../../store/database.ts'
import { activeTradesOn } from '../../trades/active-trades.ts'
import { tradeLogsOn } from '../../trades/postgres-trade-views.ts'
import { SHORT_COVERED } from '../../store/tables/daily-report-body.ts'

/** State of an account now, one message a line: plan, link, whether entries are on, then the day so far. */
export async function statusOf(db: Kysely<Database>, userId: string, now: EpochMs): Promise<readonly ChatReply[]> {
  const [profile, account, entries, day] = await Promise.all([
    loadProfile(db, userId),
    accountOf(db, userId, now),
    entriesOf(db, userId),
    dayOf(db, userId, now),
  ])
  const plan = profile === undefined || profile.plan.plan === null ? 'free' : effectivePlan(profile.plan, now)
  return [{ code: 'chat.status', plan, entries, account }, ...day]
}

async function accountOf(db: Kysely<Database>, userId: string, now: EpochMs): Promise<ChatAccount> {
  const link = await db
    .selectFrom('broker_links')
    .select(['mode', 'connected', 'login_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (link === undefined) return { code: 'chat_account.none' }
  const isFresh = link.connected && link.login_at !== null && !isLoginOver(link.login_at.getTime() as EpochMs, now)
  return { code: isFresh ? 'chat_account.connected' : 'chat_account.login_missing', mode: link.mode }
}

async function entriesOf(db: Kysely<Database>, userId: string): Promise<ChatEntries> {
  const switches = await loadKillSwitches(db, userId)
  if (switches.global) return { code: 'chat_entries.operator' }
  if (!switches.user) return { code: 'chat_entries.on' }
  return switches.resumeAt === null
    ? { code: 'chat_entries.user' }
    : { code: 'chat_entries.until', until: switches.resumeAt }
}

/** One line a kind of account that traded today; its sum is after charges. */
async function dayOf(db: Kysely<Database>, userId: string, now: EpochMs): Promise<readonly ChatReply[]> {
  const trades = await tradeLogsOn(db, userId, istDateAt(now), false)
  return LINK_MODES.flatMap((mode): ChatReply[] => {
    const ofMode = trades.filter((trade) => trade.mode === mode)
    if (ofMode.length === 0) return []
    const closed = ofMode.filter((trade) => trade.exit_time !== null)
    // A line of what was bought back is no trade.
    const count = closed.filter((trade) => trade.exit_reason !== SHORT_COVERED).length
    const sum = (amount: (row: (typeof closed)[number]) => number | null) =>
      closed.reduce((total, row) => total + paise(amount(row)), 0) as Paise
    // As on the dashboard: the day's net is what its contract note comes to.
    const rounding = contractNoteRounding({ stt: sum((row) => row.stt), stamp: sum((row) => row.stamp) }).total
    const net = (sum((row) => row.pnl) - sum((row) => row.charges) - rounding) as Paise
    return [{ code: 'chat.day', mode, open: ofMode.length - closed.length, closed: count, net }]
  })
}

/** Null: not known, and left out of the sum as on the dashboard. */
function paise(rupees: number | null): Paise {
  return paiseFromRupees(rupees ?? 0)
}

/** Open positions of an account, one message each. */
export async function positionsOf(db: Kysely<Database>, userId: string, now: EpochMs): Promise<readonly ChatReply[]> {
  const rows = await activeTradesOn(db, userId, istDateAt(now))
  if (rows.length === 0) return [{ code: 'chat.no_positions' }]
  return rows.map(positionOf)
}

function positionOf(row: ActiveTradeRow): ChatReply {
  const { mode, symbol, strike, side, quantity, entry_price, stop_price, target_price, time_limit_at } = row
  const position = { mode, contract: { symbol, strike, side }, quantity, price: paiseFromRupees(entry_price) }
  if (stop_price === null) return { code: 'chat.position.no_stop', ...position }
  const stopped = { ...position, stop: paiseFromRupees(stop_price) }
  if (target_price === null) return { code: 'chat.position', ...stopped }
  return {
    code: 'chat.position.open',
    ...stopped,
    target: paiseFromRupees(target_price),
    until: Date.parse(time_limit_at) as EpochMs,
  }
}
