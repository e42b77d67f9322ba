import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { EntryRefusalRow, EntryRefusalsReply } from '@strikewise/wire/trades.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { RefusalPage } from './trade-views.ts'
import { isOfSignal } from './exclude-tickets.ts'
import { NOT_SHOWN, shownRefusal } from './refusal-action.ts'

/** One page of a day's refusals, newest first. */
export async function entryRefusalsOn(
  db: Kysely<Database>,
  userId: string,
  day: IstDate,
  { limit, before, until, language }: RefusalPage,
): Promise<EntryRefusalsReply> {
  let rows = db
    .selectFrom('entry_refusals')
    .leftJoin('decisions', 'decisions.id', 'entry_refusals.decision_id')
    .select(['at', 'entry_refusals.symbol', 'decision_id', 'code', 'text', 'message', 'decisions.record'])
    .where('account_id', '=', userId)
    .where('on_day', '=', day)
    .where('code', 'not in', NOT_SHOWN)
    .where(isOfSignal())
  if (until !== undefined) rows = rows.where('at', '<=', until)
  if (before !== undefined) {
    const [at, decision] = [Number.parseInt(before, 10), before.slice(before.indexOf('.') + 1)]
    rows = rows.where(sql<boolean>`(at, decision_id) < (${at}, ${decision})`)
  }
  const found = await rows
    .orderBy('at', 'desc')
    .orderBy('decision_id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = found.slice(0, limit)
  const renderer = rendererOf(language)
  const last = page.at(-1)
  return {
    refusals: page.map(({ at, symbol, decision_id, record, ...refusal }) => ({
      at: istIso(at as EpochMs),
      symbol,
      decision_id,
      contract: contractOf(record),
      ...shownRefusal(refusal, renderer),
    })),
    next: found.length > limit && last !== undefined ? `${last.at}.${last.decision_id}` : null,
  }
}

function contractOf(decision: Decision | null): EntryRefusalRow['contract'] {
  const contract = decision?.entry?.contract
  return contract === undefined ? null : { strike: contract.strike, side: contract.side }
}
