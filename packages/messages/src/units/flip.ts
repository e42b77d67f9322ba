import type { Flip } from '@strikewise/signals/decision/flip.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `flip`. */
export const flipUnits: UnitsOf<Flip> = {
  'flip.calm_minute': { pauseMs: 'ms' },
  'flip.range_left': {},
  'flip.fresh_data': {},
  'flip.holds': { minutes: 'count' },
  'flip.one_more_agrees': { agents: 'labels:agent' },
  'flip.liquid_contract': {},
  'flip.no_longer': { reason: 'message' },
  'flip.agent_reaches': { agent: 'label:agent', needed: 'score', now: 'score' },
  'flip.agent_falls': { agent: 'label:agent', limit: 'score', now: 'score', direction: 'select' },
  'flip.more_than_one': {},
  'flip.agent_stops_opposing': { agent: 'label:agent', now: 'score' },
  'flip.opposing_agent': { agents: 'labels:agent', limit: 'score' },
  'flip.any_filter': {},
}
