import { GST_PERCENT, gstIncludedIn } from '@strikewise/plans/gst.ts'
import { GST_STATE_CODES, type GstState } from '@strikewise/plans/gst-states.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import type { Quote } from '@strikewise/plans/purchase.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Receipt } from '@strikewise/wire/billing.ts'
import { sql, type Kysely } from 'kysely'
import type { Seller } from '@strikewise/plans/seller.ts'
import type { Database } from '../store/database.ts'
import type { Buyer } from '../store/tables/account-tables.ts'

/**
 * Writes the receipt of a payment in the transaction that records it and returns its number. Numbers of a financial year
 * run without a gap: two at once wait for one another.
 */
export async function writeReceipt(
  tx: Kysely<Database>,
  paymentId: string,
  { quote, seller, buyer, paidAt }: { quote: Quote; seller: Seller; buyer: Buyer; paidAt: EpochMs },
): Promise<string> {
  const { taxable, gst } = seller.gstin === null ? { taxable: quote.due, gst: 0 as Paise } : gstIncludedIn(quote.due)
  const series = seriesOf(paidAt)
  await lockNumbers(tx, 'receipts')
  const { serial } = await tx
    .insertInto('receipts')
    .values((is) => ({
      payment_id: paymentId,
      series,
      serial: is
        .selectFrom('receipts as earlier')
        .select((of) => sql<number>`coalesce(max(${of.ref('earlier.serial')}), 0) + 1`.as('next'))
        .where('earlier.series', '=', series),
      starts_at: new Date(quote.startsAt),
      price_paise: quote.price,
      credit_paise: quote.credit,
      taxable_paise: taxable,
      gst_paise: gst,
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(buyer),
    }))
    .returning('serial')
    .executeTakeFirstOrThrow()
  return numberOf(series, serial)
}

/** The receipt of one of the user's payments, or undefined. */
export async function receiptOf(db: Kysely<Database>, userId: string, paymentId: string): Promise<Receipt | undefined> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('receipts', 'receipts.payment_id', 'payments.id')
    .selectAll()
    .where('payments.id', '=', paymentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { seller, buyer } = row
  return {
    number: numberOf(row.series, row.serial),
    paid_at: istIso(row.paid_at.getTime() as EpochMs),
    seller: { ...seller, sac: seller.sac ?? null },
    buyer: { ...buyer, state: buyer.state === null ? null : stateName(buyer.state) },
    plan: row.plan,
    billing: row.billing,
    starts_at: istIso(row.starts_at.getTime() as EpochMs),
    plan_expiry: istIso(row.plan_expiry.getTime() as EpochMs),
    price: rupeesFromPaise(row.price_paise as Paise),
    credit: rupeesFromPaise(row.credit_paise as Paise),
    amount: rupeesFromPaise(row.amount_paise as Paise),
    taxable: rupeesFromPaise(row.taxable_paise as Paise),
    taxes: taxesOf(row.gst_paise as Paise, seller, buyer),
    place_of_supply: placeOfSupply(seller, buyer),
    refund: await refundOf(db, paymentId, seller, buyer),
    provider: row.provider,
    provider_reference: row.provider_reference,
  }
}

export interface PaidRow {
  readonly payment_id: string
  readonly receipt_number: string | null
  readonly plan: Plan
  readonly billing: BillingPeriod
  readonly amount: number
  readonly paid_at: string
  readonly plan_expiry: string
  /** Rupees refunded; 0: none. */
  readonly refunded: number
}

/** All of the user's payments, the newest first. */
export async function paymentsOf(db: Kysely<Database>, userId: string): Promise<PaidRow[]> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('refunds', (join) =>
      join.onRef('refunds.payment_id', '=', 'payments.id').on('refunds.status', '=', 'done'),
    )
    .select(['payments.id', 'plan', 'billing', 'payments.amount_paise', 'paid_at', 'plan_expiry'])
    .select(['receipts.series', 'receipts.serial', 'refunds.amount_paise as refunded'])
    .where('payments.user_id', '=', userId)
    .orderBy('paid_at', 'desc')
    .execute()
  return rows.map((row) => ({
    payment_id: row.id,
    receipt_number: row.series === null || row.serial === null ? null : numberOf(row.series, row.serial),
    plan: row.plan,
    billing: row.billing,
    amount: rupeesFromPaise(row.amount_paise as Paise),
    paid_at: istIso(row.paid_at.getTime() as EpochMs),
    plan_expiry: istIso(row.plan_expiry.getTime() as EpochMs),
    refunded: rupeesFromPaise((row.refunded ?? 0) as Paise),
  }))
}

/** As on a tax document: in English. */
function stateName(code: GstState): string {
  return rendererOf('en').label('gst_state', code)
}

/** Where the service is taken to be supplied: the buyer's state, or the seller's while it is not known. Null: no tax. */
export function placeOfSupply(seller: Seller, buyer: Buyer): string | null {
  if (seller.gstin === null) return null
  const code = buyer.state ?? GST_STATE_CODES.find((state) => seller.gstin?.startsWith(state))
  return code === undefined ? null : stateName(code)
}

/** The credit note to a payment's receipt; null while nothing was refunded. */
async function refundOf(
  db: Kysely<Database>,
  paymentId: string,
  seller: Seller,
  buyer: Buyer,
): Promise<Receipt['refund']> {
  const row = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'done')
    .executeTakeFirst()
  if (row?.series == null || row.serial === null || row.done_at === null) return null
  return {
    number: numberOf(row.series, row.serial),
    at: istIso(row.done_at.getTime() as EpochMs),
    amount: rupeesFromPaise(row.amount_paise as Paise),
    taxable: rupeesFromPaise(row.taxable_paise as Paise),
    taxes: taxesOf(row.gst_paise as Paise, seller, buyer),
    provider_reference: row.reference ?? '',
  }
}

/** The tax by kind, in rupees; the halves of an odd paisa differ by one. Empty while the seller is not registered. */
export function taxesOf(gst: Paise, seller: Seller, buyer: Buyer): Receipt['taxes'] {
  if (seller.gstin === null) return []
  const line = (name: string, percent: number, amount: number) => ({
    name,
    percent,
    amount: rupeesFromPaise(amount as Paise),
  })
  const isWithinState = buyer.state === null || seller.gstin.startsWith(buyer.state)
  if (!isWithinState) return [line('IGST', GST_PERCENT, gst)]
  const half = Math.floor(gst / 2)
  return [line('CGST', GST_PERCENT / 2, gst - half), line('SGST', GST_PERCENT / 2, half)]
}

/** The next number of `what` is taken only after the one before. */
export async function lockNumbers(tx: Kysely<Database>, what: 'receipts' | 'credit notes'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${what}))`.execute(tx)
}

/** `SW/26-27` for the financial year from April 2026: a number of at most 16 characters, as the tax rules ask. */
export function seriesOf(at: EpochMs, prefix: 'SW' | 'CN' = 'SW'): string {
  const [year, month] = istDateAt(at).split('-').map(Number) as [number, number]
  const first = month >= 4 ? year : year - 1
  const short = (value: number) => String(value % 100).padStart(2, '0')
  return `${prefix}/${short(first)}-${short(first + 1)}`
}

export function numberOf(series: string, serial: number): string {
  return `${series}/${String(serial).padStart(6, '0')}`
}
