import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { DAY_MS, istDateAt, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { SUMMED_UP_AHEAD } from '@strikewise/signals/evidence/agent-summary.ts'
import { decisionObservations, OBSERVED_EVERY_MS } from '@strikewise/signals/evidence/decision-observations.ts'
import { HORIZONS, pairsOf, type Observation } from '@strikewise/signals/evidence/observation.ts'
import { rankCorrelation, type Interval } from '@strikewise/signals/evidence/rank-correlation.ts'
import { hitRateOf, paysOf, turnoverOf } from '@strikewise/signals/evidence/signal-figures.ts'
import type { JudgedDecision } from '@strikewise/signals/learning/direction-samples.ts'
import { VOTERS } from '@strikewise/signals/registry/registry.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

type Reply = CallReply<'operatorAgentEvidence'>
type Row = Reply['agents'][number]

/** Sessions that are measured, and the calendar days in which so many lie whatever the holidays. */
const SESSIONS = 20
const DAYS_BACK = 45
/** The same decisions give the same intervals. */
const SEED = 1

interface RecordedDecision extends Omit<JudgedDecision, 'atr5'> {
  readonly symbol: IndexSymbol
}

/** How each voting agent did in the newest sessions of the decision log, today's included, by index and horizon. */
export async function agentEvidence(db: Kysely<Database>, now: EpochMs): Promise<Reply> {
  const byDay = Map.groupBy(await decisionsSince(db, now), ({ barEnd }) => istDateAt(barEnd))
  const days = [...byDay.keys()].sort().slice(-SESSIONS)
  const observations = days.flatMap((day) => {
    const session = nseCalendar.sessionOn(day)
    if (session === undefined) return []
    return INDEX_SYMBOLS.flatMap((symbol) => {
      const decisions = byDay.get(day)!.filter((one) => one.symbol === symbol)
      return decisionObservations(symbol, decisions, session.indexUntil)
    })
  })
  return {
    sessions: days.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    agents: INDEX_SYMBOLS.flatMap((symbol) =>
      rowsOf(
        symbol,
        observations.filter((one) => one.symbol === symbol),
      ),
    ),
  }
}

async function decisionsSince(db: Kysely<Database>, now: EpochMs): Promise<RecordedDecision[]> {
  const rows = await db
    .selectFrom('decisions')
    .select([
      'symbol',
      'bar_end',
      sql<Paise>`(record->>'spot')::float8`.as('spot'),
      sql<JudgedDecision['contributions']>`record->'contributions'`.as('contributions'),
    ])
    .where('bar_end', '>', istInstant(istDateAt((now - DAYS_BACK * DAY_MS) as EpochMs), 0))
    .where('bar_end', '<=', now)
    .where(sql<boolean>`bar_end % ${sql.lit(OBSERVED_EVERY_MS)} = 0`)
    .orderBy('bar_end')
    .execute()
  return rows.map(({ bar_end, ...row }) => ({ ...row, barEnd: bar_end as EpochMs }))
}

function rowsOf(symbol: IndexSymbol, observations: readonly Observation[]): Reply['agents'] {
  if (observations.length === 0) return []
  return VOTERS.map((agent, series): Row => ({
    agent,
    symbol,
    changes: turnoverOf(observations, series, seededNumbers(SEED)) ?? null,
    ahead: HORIZONS.map((minutes, horizon) => {
      const pairs = pairsOf(observations, series, horizon)
      return {
        minutes,
        observations: pairs.length,
        signals: pairs.filter(({ x }) => x !== 0).length,
        correlation: intervalOf(rankCorrelation(pairs, seededNumbers(SEED))),
        right: hitRateOf(pairs, seededNumbers(SEED)) ?? null,
        pays_bp: paysOf(pairs, seededNumbers(SEED)) ?? null,
      }
    }),
    sessions: [...Map.groupBy(observations, ({ day }) => day)].map(([day, of]) => sessionRow(day, of, series)),
  }))
}

/** The session's own figures over the horizon at which agents are summed up; one session has no interval over days. */
function sessionRow(day: IstDate, observations: readonly Observation[], series: number): Row['sessions'][number] {
  const pairs = pairsOf(observations, series, SUMMED_UP)
  return {
    day,
    signals: pairs.filter(({ x }) => x !== 0).length,
    right: hitRateOf(pairs, seededNumbers(SEED))?.value ?? null,
    pays_bp: paysOf(pairs, seededNumbers(SEED))?.value ?? null,
  }
}

const SUMMED_UP = HORIZONS.indexOf(SUMMED_UP_AHEAD)

function intervalOf(found: Interval | undefined): Interval | null {
  return found === undefined ? null : { value: found.value, low: found.low, high: found.high }
}
