import type { JudgedSession } from '@strikewise/signals/learning/train-session.ts'
import { directionSamples, type JudgedDecision } from '@strikewise/signals/learning/direction-samples.ts'
import { horizonMoves } from '@strikewise/signals/learning/horizon-moves.ts'
import { LEARNING } from '@strikewise/signals/learning/learning-params.ts'
import type { LogEnd } from '@strikewise/signals/learning/weights-artefact.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { DAY_MS, istDateAt, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** Only these minutes carry a label, or the level a label ends at. */
const EVERY_MS = LEARNING.label.everyMinutes * MINUTE_MS

/**
 * Labelled minutes of the newest `count` sessions up to `day` and from `from` on, oldest first. Read are sessions whose
 * record is sealed: nothing is added to them any more.
 */
export async function sessionsUpTo(
  db: Kysely<Database>,
  day: IstDate,
  count: number,
  from?: IstDate,
): Promise<JudgedSession[]> {
  let rows = db.selectFrom('public_log_roots').select('day').where('day', '<=', day).orderBy('day', 'desc').limit(count)
  if (from !== undefined) rows = rows.where('day', '>=', from)
  const days = (await rows.execute()).map((row) => row.day).toReversed()
  const first = days[0]
  if (first === undefined) return []
  const byDay = Map.groupBy(await judgedBetween(db, first, day), ({ barEnd }) => istDateAt(barEnd))
  return days.map((one) => ({ day: one, ...judgedDay(one, byDay.get(one) ?? []) }))
}

/** Where a day ends in the decision log; undefined: no decision was made. */
export async function logEndOf(db: Kysely<Database>, day: IstDate): Promise<LogEnd | undefined> {
  const start = istInstant(day, 0)
  return db
    .selectFrom('decisions')
    .select(['seq', 'hash'])
    .where('bar_end', '>', start)
    .where('bar_end', '<=', start + DAY_MS)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

interface Judged extends JudgedDecision {
  readonly symbol: IndexSymbol
}

async function judgedBetween(db: Kysely<Database>, first: IstDate, last: IstDate): Promise<Judged[]> {
  const rows = await db
    .selectFrom('decisions')
    .select([
      'symbol',
      'bar_end',
      sql<Paise>`(record->>'spot')::float8`.as('spot'),
      sql<Paise>`(record->>'atr5')::float8`.as('atr5'),
      sql<JudgedDecision['contributions']>`record->'contributions'`.as('contributions'),
    ])
    .where('bar_end', '>', istInstant(first, 0))
    .where('bar_end', '<=', istInstant(last, 0) + DAY_MS)
    .where(sql<boolean>`bar_end % ${sql.lit(EVERY_MS)} = 0`)
    .orderBy('bar_end')
    .execute()
  return rows.map(({ bar_end, ...row }) => ({ ...row, barEnd: bar_end as EpochMs }))
}

/** Both indices of a day are judged together, NIFTY first. */
function judgedDay(day: IstDate, decisions: readonly Judged[]): Omit<JudgedSession, 'day'> {
  const session = nseCalendar.sessionOn(day)
  if (session === undefined) return { samples: [], rows: [] }
  const bySymbol = INDEX_SYMBOLS.map((symbol) => decisions.filter((decision) => decision.symbol === symbol))
  return {
    samples: bySymbol.flatMap((of) => directionSamples(of, session.indexUntil)),
    rows: bySymbol.flatMap((of) => horizonMoves(of, session.indexUntil)),
  }
}
