import { SOLD_AGENTS } from '@strikewise/plans/policy.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { SignalEntryBody } from '@strikewise/public-log/entry-bodies.ts'
import { recordedSignal, type SignalEntryBodyV1 } from '@strikewise/public-log/version-1.ts'
import { DAY_MS, IST_OFFSET_MS, istDateAt, istInstant, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { WhyReply } from '@strikewise/wire/public-log.ts'
import { sql, type Kysely, type Selectable } from 'kysely'
import { signalRow } from '../snapshots/signal-texts.ts'
import type { Database } from '../store/database.ts'
import { toDecisionRow } from './decision-rows.ts'

type Row = Selectable<Database['decisions']>
type Entry = NonNullable<WhyReply['entry']>

/** The decision of an index for a minute of the market, `2026-11-20T10:42`. */
export async function whyOfMinute(
  db: Kysely<Database>,
  symbol: IndexSymbol,
  minute: string,
): Promise<WhyReply | undefined> {
  const barEnd = Date.parse(`${minute}:00Z`) - IST_OFFSET_MS
  const row = await db
    .selectFrom('decisions')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('bar_end', '=', barEnd)
    .executeTakeFirst()
  return row === undefined ? undefined : whyOf(db, row)
}

export async function whyOfDecision(db: Kysely<Database>, id: string): Promise<WhyReply | undefined> {
  const row = await db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : whyOf(db, row)
}

/** Which learned weights a recorded decision names among its inputs; null: none. */
const weightsVersion = sql<string | null>`body::jsonb #>> '{inputs,params,weightsVersion}'`

async function whyOf(db: Kysely<Database>, row: Row): Promise<WhyReply> {
  const found = await db
    .selectFrom('public_log_entries')
    .select(['seq', 'prev_hash as prev', 'hash', 'body', weightsVersion.as('weights')])
    .where('symbol', '=', row.symbol)
    .where('subject', '=', row.id)
    .executeTakeFirst()
  const [previous, next, signals] = await Promise.all([
    adjacentMinute(db, row, '<'),
    adjacentMinute(db, row, '>'),
    found === undefined ? [] : publishedBefore(db, row, found),
  ])
  const decision = toDecisionRow(row)
  if (found === undefined) return { decision, weights_version: null, previous, next, entry: null, signals }
  const { weights, ...entry } = found
  return { decision, weights_version: weights, previous, next, entry, signals }
}

/** Minute of the nearest decision of the same index and day on one side. */
async function adjacentMinute(db: Kysely<Database>, { symbol, bar_end }: Row, side: '<' | '>'): Promise<string | null> {
  const dayStart = istInstant(istDateAt(bar_end as EpochMs), 0)
  const adjacent = await db
    .selectFrom('decisions')
    .select('bar_end')
    .where('symbol', '=', symbol)
    .where('bar_end', side, bar_end)
    .where('bar_end', '>', dayStart)
    .where('bar_end', '<=', dayStart + DAY_MS)
    .orderBy('bar_end', side === '<' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
  return adjacent === undefined ? null : istIso(adjacent.bar_end as EpochMs).slice(0, 16)
}

/** What each agent that decides had reported last before an entry of the same day. */
async function publishedBefore(
  db: Kysely<Database>,
  { symbol, bar_end }: Row,
  { seq }: Pick<Entry, 'seq'>,
): Promise<WhyReply['signals']> {
  const day = istDateAt(bar_end as EpochMs)
  const rows = await Promise.all(
    SOLD_AGENTS.map((agent) =>
      db
        .selectFrom('public_log_entries')
        .select(['seq', sql<SignalEntryBody | SignalEntryBodyV1>`body::jsonb`.as('said')])
        .where('symbol', '=', symbol)
        .where('subject', '=', agent)
        .where('seq', '<', seq)
        .where('day', '=', day)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return rows
    .filter((row) => row !== undefined)
    .map(({ seq, said: vote }) => ({ agent: vote.agent, seq, signal: signalRow(recordedSignal(vote)) }))
}
