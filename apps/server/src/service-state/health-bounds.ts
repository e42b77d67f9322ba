import type { ServiceFigureName } from '@strikewise/wire/service-health.ts'
import type { TraderCounter } from '../execution/counters.ts'
import type { StateGauge, StateValue } from './state-gauges.ts'

/** What a figure is read from, without the prefix that all names have in Prometheus. */
export type FigureGauge = StateGauge | `trader_${TraderCounter}`
export type FigureValue = Omit<StateValue, 'name'> & { readonly name: FigureGauge }

/** A condition of an alert rule (deploy/prometheus/alerts.yaml), which has a section of the runbooks under the same name. */
interface Bound {
  readonly gauge: FigureGauge
  readonly alert: string
  /** In the unit of the gauge. */
  readonly bound: number
  /** Factor from the gauge's unit to that of the figure on the wire. */
  readonly scale: number
  /** Counts what the figure is the oldest of, under the same labels. */
  readonly counted?: FigureGauge
}

/** Figures of the whole service that may not be above their bound; of the free part of the disk, not below. */
export const FIGURE_BOUNDS: Readonly<Record<ServiceFigureName, Bound>> = {
  position_unprotected: {
    gauge: 'trader_positions_unprotected_oldest_seconds',
    alert: 'PositionUnprotected',
    bound: 10,
    scale: 1,
    counted: 'trader_positions_unprotected',
  },
  feed_disconnected: { gauge: 'feed_connected', alert: 'FeedDisconnected', bound: 0, scale: 1 },
  feed_silence: { gauge: 'feed_silent_seconds', alert: 'FeedSilent', bound: 20, scale: 1 },
  decision_age: { gauge: 'decision_age_seconds', alert: 'DecisionsLate', bound: 150, scale: 1 },
  order_in_doubt: {
    gauge: 'intents_in_doubt_oldest_seconds',
    alert: 'OrdersInDoubt',
    bound: 30,
    scale: 1,
    counted: 'intents_in_doubt',
  },
  store_answer: { gauge: 'store_answer_seconds', alert: 'StoreSlow', bound: 0.25, scale: 1000 },
  disk_free: { gauge: 'data_disk_free_bytes', alert: 'DiskFilling', bound: 0.15, scale: 100 },
  outbox_oldest: {
    gauge: 'outbox_oldest_seconds',
    alert: 'OutboxBacklog',
    bound: 600,
    scale: 1,
    counted: 'outbox_waiting',
  },
}

/** Of any role's thread; the alert watches web processes alone. */
export const EVENT_LOOP_BOUND = { alert: 'EventLoopBlocked', ms: 500 } as const

export const ROLE_ALERT = 'RoleSilent'
export const LEASE_ALERT = 'LeaseWithoutHolder'
