import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { recordedDecision } from '@strikewise/public-log/version-1.ts'
import { DAY_MS, istInstant, istIso, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { DecisionRow } from '@strikewise/wire/market.ts'
import type { Kysely, Selectable } from 'kysely'
import { sharedText } from '../snapshots/signal-texts.ts'
import type { Database } from '../store/database.ts'
import { costReply } from '../trade-cost/cost-reply.ts'
import { costOfOneLot } from '../trade-cost/decision-cost.ts'

type Row = Pick<Selectable<Database['decisions']>, 'seq' | 'record' | 'hash' | 'prev_hash'>

/** A day's decisions, newest first. */
export async function decisionsOn(
  db: Kysely<Database>,
  query: { day: IstDate; symbol: IndexSymbol | undefined; limit: number },
): Promise<DecisionRow[]> {
  const from = istInstant(query.day, 0)
  let rows = db
    .selectFrom('decisions')
    .select(['seq', 'record', 'hash', 'prev_hash'])
    // A bar that ends at midnight belongs to the day before; none does in practice.
    .where('bar_end', '>', from)
    .where('bar_end', '<=', from + DAY_MS)
  if (query.symbol !== undefined) rows = rows.where('symbol', '=', query.symbol)
  // By the bar first, as the index has it: a day long past would else be reached over all that came after it.
  return (await rows.orderBy('bar_end', 'desc').orderBy('seq', 'desc').limit(query.limit).execute()).map(toDecisionRow)
}

export async function decisionById(db: Kysely<Database>, id: string): Promise<DecisionRow | undefined> {
  const row = await db
    .selectFrom('decisions')
    .select(['seq', 'record', 'hash', 'prev_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : toDecisionRow(row)
}

export function toDecisionRow({ seq, record, hash, prev_hash }: Row): DecisionRow {
  const { entry, noTrade, flips } = recordedDecision(record)
  return {
    seq,
    id: record.id,
    symbol: record.symbol,
    bar_end: istIso(record.barEnd),
    action: record.action,
    direction: record.direction,
    score: record.score,
    coverage: record.coverage,
    threshold: record.threshold,
    spike: record.spike,
    contributions: record.contributions.map(({ agent, bias, weight, signed, stale, asOf }) => ({
      agent,
      bias,
      weight,
      signed,
      stale,
      as_of: asOf,
    })),
    no_trade: noTrade.map(({ code, message }) => ({ code, ...sharedText(message) })),
    entry: entry === null ? null : entryOf(record, entry),
    spot: rupeesFromPaise(record.spot),
    atr5: rupeesFromPaise(record.atr5),
    flips: flips.map(sharedText),
    version: record.version,
    config_hash: record.configHash,
    hash,
    prev_hash,
  }
}

function entryOf(
  decision: Pick<Decision, 'barEnd' | 'spot'>,
  entry: NonNullable<Decision['entry']>,
): NonNullable<DecisionRow['entry']> {
  const { contract } = entry
  return {
    tradingsymbol: contract.tradingsymbol,
    strike: contract.strike,
    side: contract.side,
    expiry: contract.expiry,
    lot_size: contract.lotSize,
    delta: entry.delta,
    bid: rupeesFromPaise(entry.bid),
    ask: rupeesFromPaise(entry.ask),
    mid: rupeesFromPaise(entry.mid),
    limit: rupeesFromPaise(entry.limit),
    stop_distance: rupeesFromPaise(entry.stopDistance),
    quoted_at: istIso(entry.quotedAt),
    cost: costReply(costOfOneLot(decision, entry)),
  }
}
