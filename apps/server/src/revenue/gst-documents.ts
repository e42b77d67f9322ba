import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { addDays, istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { firstDayOf, lastDayOf } from '@strikewise/domain/time/month.ts'
import { GST_PERCENT } from '@strikewise/plans/gst.ts'
import type { Seller } from '@strikewise/plans/seller.ts'
import type { Kysely } from 'kysely'
import { csvText, decimalRupees, type CsvCell } from '../csv/csv-text.ts'
import { numberOf, placeOfSupply, taxesOf } from '../payments/receipts.ts'
import type { Database } from '../store/database.ts'
import type { Buyer } from '../store/tables/account-tables.ts'

const TITLES = [
  'Document',
  'Number',
  'Date',
  'Against receipt',
  'Date of the receipt',
  'GSTIN of the seller',
  'SAC',
  'Place of supply',
  'Rate (%)',
  'Taxable value (INR)',
  'IGST (INR)',
  'CGST (INR)',
  'SGST (INR)',
  'Total (INR)',
  'Payment reference',
] as const

interface TaxDocument {
  readonly kind: 'Receipt' | 'Credit note'
  readonly number: string
  readonly at: Date
  /** Of a credit note: the receipt it takes back. */
  readonly against: { readonly number: string; readonly at: Date } | undefined
  readonly seller: Seller
  readonly buyer: Buyer
  readonly taxable: number
  readonly gst: number
  readonly reference: string
}

/**
 * The receipts and credit notes of a month in India as CSV, one a line, by number: what a GST return is filed from. Buyers are
 * consumers and are not named. Amounts are positive on both kinds of document.
 */
export async function gstDocuments(db: Kysely<Database>, month: string): Promise<string> {
  const span = {
    from: new Date(istInstant(firstDayOf(month), 0)),
    until: new Date(istInstant(addDays(lastDayOf(month), 1), 0)),
  }
  const documents = [...(await receiptsOf(db, span)), ...(await creditNotesOf(db, span))]
  return csvText([TITLES, ...documents.map(lineOf)])
}

interface Span {
  readonly from: Date
  readonly until: Date
}

async function receiptsOf(db: Kysely<Database>, { from, until }: Span): Promise<TaxDocument[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(['paid_at', 'provider_reference', 'series', 'serial', 'taxable_paise', 'gst_paise', 'seller', 'buyer'])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .orderBy('series')
    .orderBy('serial')
    .execute()
  return rows.map((row) => ({
    kind: 'Receipt',
    number: numberOf(row.series, row.serial),
    at: row.paid_at,
    against: undefined,
    seller: row.seller,
    buyer: row.buyer,
    taxable: row.taxable_paise,
    gst: row.gst_paise,
    reference: row.provider_reference,
  }))
}

async function creditNotesOf(db: Kysely<Database>, { from, until }: Span): Promise<TaxDocument[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('receipts', 'receipts.payment_id', 'refunds.payment_id')
    .select(['refunds.series', 'refunds.serial', 'done_at', 'reference', 'seller', 'buyer', 'paid_at'])
    .select(['refunds.taxable_paise', 'refunds.gst_paise'])
    .select(['receipts.series as receipt_series', 'receipts.serial as receipt_serial'])
    .where('refunds.status', '=', 'done')
    .where('done_at', '>=', from)
    .where('done_at', '<', until)
    .orderBy('refunds.series')
    .orderBy('refunds.serial')
    .execute()
  return rows.map((row) => ({
    kind: 'Credit note',
    number: numberOf(row.series!, row.serial!),
    at: row.done_at!,
    against: { number: numberOf(row.receipt_series, row.receipt_serial), at: row.paid_at },
    seller: row.seller,
    buyer: row.buyer,
    taxable: row.taxable_paise,
    gst: row.gst_paise,
    reference: row.reference ?? '',
  }))
}

function lineOf({ kind, number, at, against, seller, buyer, taxable, gst, reference }: TaxDocument): CsvCell[] {
  const taxes = new Map(taxesOf(gst as Paise, seller, buyer).map(({ name, amount }) => [name, amount]))
  const tax = (name: 'IGST' | 'CGST' | 'SGST') => decimalRupees(paiseFromRupees(taxes.get(name) ?? 0))
  return [
    kind,
    number,
    dayOf(at),
    against?.number ?? '',
    against === undefined ? '' : dayOf(against.at),
    seller.gstin ?? '',
    seller.sac ?? '',
    placeOfSupply(seller, buyer) ?? '',
    seller.gstin === null ? 0 : GST_PERCENT,
    decimalRupees(taxable as Paise),
    tax('IGST'),
    tax('CGST'),
    tax('SGST'),
    decimalRupees((taxable + gst) as Paise),
    reference,
  ]
}

const dayOf = (at: Date) => istDateAt(at.getTime() as EpochMs)
