import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { firstDayOf, monthsFrom } from '@strikewise/domain/time/month.ts'
import type { Revenue, RevenueSums } from '@strikewise/wire/revenue.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../store/database.ts'

const MONTHS_SHOWN = 12

/** In paise, of a month or of all. */
interface Sums {
  readonly payments: number
  readonly received: number
  readonly gst: number
  readonly refunds: number
  readonly refunded: number
  readonly refundedGst: number
}

const NONE: Sums = { payments: 0, received: 0, gst: 0, refunds: 0, refunded: 0, refundedGst: 0 }

/** Payments and refunds of the twelve months in India that end with that of `now`. */
export async function revenueAt(db: Kysely<Database>, now: EpochMs): Promise<Revenue> {
  const today = istDateAt(now)
  const names = Array.from({ length: MONTHS_SHOWN }, (_, n) => monthsFrom(today, n + 1 - MONTHS_SHOWN))
  const since = new Date(istInstant(firstDayOf(names[0]!), 0))
  const [paid, refunded, plans] = await Promise.all([
    paidByMonth(db, since),
    refundedByMonth(db, since),
    paidByPlan(db, since),
  ])
  const months = names.map((month) => ({ month, sums: { ...NONE, ...paid.get(month), ...refunded.get(month) } }))
  return {
    months: months.map(({ month, sums }) => ({ month, ...shown(sums) })),
    total: shown(months.map(({ sums }) => sums).reduce(added, NONE)),
    plans: plans.map(({ plan, payments, received }) => ({
      plan,
      payments,
      received: rupeesFromPaise(received as Paise),
    })),
  }
}

/** The month in India of a column of instants, `YYYY-MM`. */
function monthOf(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${column} at time zone 'Asia/Kolkata', 'YYYY-MM')`
}

async function paidByMonth(db: Kysely<Database>, since: Date) {
  const month = monthOf(sql.ref('payments.paid_at'))
  const rows = await db
    .selectFrom('payments')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(({ fn }) => [month.as('month'), fn.countAll<number>().as('payments')])
    .select(sql<number>`sum(payments.amount_paise)::bigint`.as('received'))
    .select(sql<number>`coalesce(sum(receipts.gst_paise), 0)::bigint`.as('gst'))
    .where('paid_at', '>=', since)
    .groupBy(month)
    .execute()
  return new Map(rows.map(({ month: name, ...sums }) => [name, sums]))
}

async function refundedByMonth(db: Kysely<Database>, since: Date) {
  const month = monthOf(sql.ref('done_at'))
  const rows = await db
    .selectFrom('refunds')
    .select(({ fn }) => [month.as('month'), fn.countAll<number>().as('refunds')])
    .select(sql<number>`sum(amount_paise)::bigint`.as('refunded'))
    .select(sql<number>`sum(gst_paise)::bigint`.as('refundedGst'))
    .where('status', '=', 'done')
    .where('done_at', '>=', since)
    .groupBy(month)
    .execute()
  return new Map(rows.map(({ month: name, ...sums }) => [name, sums]))
}

function paidByPlan(db: Kysely<Database>, since: Date) {
  const received = sql<number>`sum(amount_paise)::bigint`
  return db
    .selectFrom('payments')
    .select(({ fn }) => ['plan', fn.countAll<number>().as('payments'), received.as('received')])
    .where('paid_at', '>=', since)
    .groupBy('plan')
    .orderBy(received, 'desc')
    .execute()
}

function added(a: Sums, b: Sums): Sums {
  return {
    payments: a.payments + b.payments,
    received: a.received + b.received,
    gst: a.gst + b.gst,
    refunds: a.refunds + b.refunds,
    refunded: a.refunded + b.refunded,
    refundedGst: a.refundedGst + b.refundedGst,
  }
}

function shown({ payments, received, gst, refunds, refunded, refundedGst }: Sums): RevenueSums {
  const net = received - gst - (refunded - refundedGst)
  return {
    payments,
    received: rupeesFromPaise(received as Paise),
    gst: rupeesFromPaise(gst as Paise),
    refunds,
    refunded: rupeesFromPaise(refunded as Paise),
    refunded_gst: rupeesFromPaise(refundedGst as Paise),
    net: rupeesFromPaise(net as Paise),
  }
}
