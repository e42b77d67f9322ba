import type { AuditFill, AuditReason } from '../families/audit.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `audit`, `audit_fill`. */
export const auditUnits: UnitsOf<AuditReason | AuditFill> = {
  'audit.order_without_intent': { order: 'text', tag: 'text' },
  'audit.tag_twice': { orders: 'count', tag: 'text' },
  'audit.order_unknown': { order: 'text' },
  'audit.intent_denied': { order: 'text', state: 'text' },
  'audit.order_missing': { order: 'text' },
  'audit.fill_missing': { fill: 'text' },
  'audit.fill_differs': { fill: 'text', atBroker: 'message', inStore: 'message' },
  'audit.fill_differs.manual': { fill: 'text', atBroker: 'message', inStore: 'message' },
  'audit.fill_foreign': { fill: 'text' },
  'audit.position_short': { position: 'text', atBroker: 'count', ours: 'count' },
  'audit.cover_differs': { contract: 'text', atBroker: 'result', inStore: 'result' },
  'audit.quantity_differs': { atBroker: 'count', inStore: 'count' },
  'audit.quantity_differs.over': { state: 'text', units: 'count' },
  'audit.stray_order': { order: 'text', state: 'text' },
  'audit.not_flat': { state: 'text', units: 'count' },
  'audit.unprotected': { held: 'count', offered: 'count' },
  'audit.oversold': { held: 'count', offered: 'count' },
  'audit.result_differs': { atBroker: 'result', inStore: 'result' },
  'audit.journal_broken.missing': { row: 'count' },
  'audit.journal_broken.hash': { row: 'count' },
  'audit.journal_broken.end': { row: 'count', end: 'count' },
  'audit.row_differs': { kind: 'text', id: 'text' },
  'audit.row_unjournaled': { kind: 'text', id: 'text' },
  'audit_fill.fill': { side: 'text', quantity: 'count', price: 'paise' },
}
