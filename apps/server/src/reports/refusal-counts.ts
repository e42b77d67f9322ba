import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import type { RefusalCount } from '../store/tables/daily-report-body.ts'
import { isOfSignal } from '../trades/exclude-tickets.ts'
import { NOT_SHOWN, shownRefusal } from '../trades/refusal-action.ts'

/** Refused entries of a user from one day to another, both counting in, by reason; the most frequent first. */
export async function refusalCounts(
  db: Kysely<Database>,
  userId: string,
  { from, to }: { readonly from: IstDate; readonly to: IstDate },
  language: Language,
): Promise<RefusalCount[]> {
  const rows = await db
    .selectFrom('entry_refusals')
    .select((row) => ['code', row.fn.countAll<number>().as('count')])
    .select([
      sql<string | null>`(array_agg(text order by at desc))[1]`.as('text'),
      sql<StoredMessage | null>`(array_agg(message order by at desc))[1]`.as('message'),
    ])
    .where('account_id', '=', userId)
    .where('on_day', '>=', from)
    .where('on_day', '<=', to)
    .where('code', 'not in', NOT_SHOWN)
    .where(isOfSignal())
    .groupBy('code')
    .execute()
  return rows
    .map(({ count, ...refusal }) => ({ count, ...shownRefusal(refusal, rendererOf(language)) }))
    .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}
