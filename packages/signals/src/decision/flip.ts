import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { DecidingAgentName } from '../registry/registry.ts'
import type { Ms, Score } from '@strikewise/domain/text/message-parameters.ts'
import type { NoTradeReason } from '../agents/no-trade-reason.ts'

/** What would change the decision. */
export type Flip =
  | { readonly code: 'flip.calm_minute'; readonly pauseMs: Ms }
  | { readonly code: 'flip.range_left' }
  | { readonly code: 'flip.fresh_data' }
  | { readonly code: 'flip.holds'; readonly minutes: number }
  | { readonly code: 'flip.one_more_agrees'; readonly agents: readonly DecidingAgentName[] }
  | { readonly code: 'flip.liquid_contract' }
  | { readonly code: 'flip.no_longer'; readonly reason: NoTradeReason }
  | {
      readonly code: 'flip.agent_reaches'
      readonly agent: DecidingAgentName
      readonly needed: Score
      readonly now: Score
    }
  | {
      readonly code: 'flip.agent_falls'
      readonly agent: DecidingAgentName
      readonly limit: Score
      readonly now: Score
      readonly direction: Direction
    }
  | { readonly code: 'flip.more_than_one' }
  | { readonly code: 'flip.agent_stops_opposing'; readonly agent: DecidingAgentName; readonly now: Score }
  | { readonly code: 'flip.opposing_agent'; readonly agents: readonly DecidingAgentName[]; readonly limit: Score }
  | { readonly code: 'flip.any_filter' }
