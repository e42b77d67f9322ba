import type { AgentDefinition } from '../definition.ts'
import { minuteOfDay as at } from './minute-of-day.ts'

/** Numbers of the entry filter (signals reference §1.6). Part of `SignalParams`, whose units hold here too. */
export interface BlockParams {
  readonly openingEnd: number
  readonly gapShare: number
  readonly gapEnd: number
  readonly lastEntry: number
  readonly closingAuction: number
  readonly expiryCutoff: number
  readonly eventBeforeMs: number
  readonly eventAfterMs: number
  readonly vixDayShare: number
  readonly vixFastShare: number
  readonly vixFastMinutes: number
  readonly vixLevel: number
  readonly indexAgeMs: number
  readonly chainAgeMs: number
  readonly skewMs: number
  readonly forwardShare: number
  readonly spreadShare: number
  readonly breakerNear: number
  readonly breakerLevels: readonly [number, number, number]
  readonly breakerAuctionMs: number
  readonly breakerPauseMs: number
  readonly breakerNoReturn: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type BlockCode =
  | 'clear'
  | 'starting'
  | 'kill_switch'
  | 'broker_down'
  | 'holiday'
  | 'special_session'
  | 'pre_open'
  | 'opening_minutes'
  | 'gap_open'
  | 'closing_auction'
  | 'last_entry_time'
  | 'expiry_day_cutoff'
  | 'scheduled_event'
  | 'vix_spike'
  | 'mwcb_near'
  | 'mwcb_halt'
  | 'feed_stale'
  | 'chain_stale'
  | 'missing_minutes'
  | 'data_integrity'
  | 'illiquid'

/** What its reason reports while no rule fires; each rule reports a `NoTradeReason` of its own. */
export interface BlockReason {
  readonly code: 'agent.no_filter'
}

const params: BlockParams = {
  openingEnd: at(9, 30),
  gapShare: 0.01,
  gapEnd: at(9, 45),
  lastEntry: at(14, 45),
  closingAuction: at(15, 15),
  expiryCutoff: at(13, 30),
  eventBeforeMs: 15 * 60_000,
  eventAfterMs: 30 * 60_000,
  vixDayShare: 0.15,
  vixFastShare: 0.08,
  vixFastMinutes: 15,
  vixLevel: 30,
  indexAgeMs: 5000,
  chainAgeMs: 30_000,
  skewMs: 2000,
  forwardShare: 0.003,
  spreadShare: 0.01,
  breakerNear: 0.08,
  breakerLevels: [0.1, 0.15, 0.2],
  breakerAuctionMs: 15 * 60_000,
  breakerPauseMs: 15 * 60_000,
  breakerNoReturn: at(14, 30),
}

/** When nothing may be entered. Exits always run. */
export const MARKET_BLOCK_AGENT = {
  name: 'market_block_signal',
  title: 'Entry filter',
  about: 'Times and conditions with no entries',
  reads: 'market',
  ttl: 'blockMs',
  role: { kind: 'veto' },
  offer: {
    from: 'elite',
    coreCard: true,
  },
  paramsKey: 'block',
  params,
} as const satisfies AgentDefinition
