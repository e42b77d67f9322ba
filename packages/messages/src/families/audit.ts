import type { Paise } from '@strikewise/domain/money/paise.ts'

/** What an audit found wrong, as a message. */
export type AuditReason =
  | { readonly code: 'audit.order_without_intent'; readonly order: string; readonly tag: string }
  | { readonly code: 'audit.tag_twice'; readonly orders: number; readonly tag: string }
  | { readonly code: 'audit.order_unknown'; readonly order: string }
  | { readonly code: 'audit.intent_denied'; readonly order: string; readonly state: string }
  | { readonly code: 'audit.order_missing'; readonly order: string }
  | { readonly code: 'audit.fill_missing'; readonly fill: string }
  | {
      readonly code: 'audit.fill_differs'
      readonly fill: string
      readonly atBroker: AuditFill
      readonly inStore: AuditFill
    }
  | {
      readonly code: 'audit.fill_differs.manual'
      readonly fill: string
      readonly atBroker: AuditFill
      readonly inStore: AuditFill
    }
  | { readonly code: 'audit.fill_foreign'; readonly fill: string }
  | {
      readonly code: 'audit.position_short'
      readonly position: string
      readonly atBroker: number
      // oxlint-disable-next-line language/names -- stored findings hold it under this name
      readonly ours: number
    }
  | {
      readonly code: 'audit.cover_differs'
      readonly contract: string
      readonly atBroker: Paise
      readonly inStore: Paise
    }
  | { readonly code: 'audit.quantity_differs'; readonly atBroker: number; readonly inStore: number }
  | { readonly code: 'audit.quantity_differs.over'; readonly state: string; readonly units: number }
  | { readonly code: 'audit.stray_order'; readonly order: string; readonly state: string }
  | { readonly code: 'audit.not_flat'; readonly state: string; readonly units: number }
  | { readonly code: 'audit.unprotected'; readonly held: number; readonly offered: number }
  | { readonly code: 'audit.oversold'; readonly held: number; readonly offered: number }
  | { readonly code: 'audit.result_differs'; readonly atBroker: Paise; readonly inStore: Paise }
  | { readonly code: 'audit.journal_broken.missing'; readonly row: number }
  | { readonly code: 'audit.journal_broken.hash'; readonly row: number }
  | { readonly code: 'audit.journal_broken.end'; readonly row: number; readonly end: number }
  | { readonly code: 'audit.row_differs'; readonly kind: string; readonly id: string }
  | { readonly code: 'audit.row_unjournaled'; readonly kind: string; readonly id: string }

/** A fill as an audit finding shows it. */
export type AuditFill = {
  readonly code: 'audit_fill.fill'
  readonly side: string
  readonly quantity: number
  readonly price: Paise
}
