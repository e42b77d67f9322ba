import { recordAction } from '../../operator/actions.ts'
import { gstDocuments } from '../../revenue/gst-documents.ts'
import { revenueAt } from '../../revenue/revenue.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

/** Sums for operators, and the documents of a month for who files the GST return. */
export function revenueHandlers({ db, clock }: WebDependencies): Handlers<'operatorRevenue' | 'gstDocuments'> {
  return {
    operatorRevenue: () => revenueAt(db, clock.now()),

    async gstDocuments({ caller, query: { month } }) {
      await recordAction(db, { by: caller.userId, action: 'gst_exported', details: { month } })
      const filename = `strikewise-gst-${month}.csv`
      return { bytes: await gstDocuments(db, month), filename, language: 'en' }
    },
  }
}
