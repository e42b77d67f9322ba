import type { ChainLeg, ChainReason } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `chain`, `chain_leg`. */
export const optionChainUnits: UnitsOf<ChainReason | ChainLeg> = {
  'chain.warm_up.no_prices': {},
  'chain.warm_up.window': { minutes: 'count' },
  'chain.open_interest': { minutes: 'count', puts: 'lakh', calls: 'lakh' },
  'chain.pcr': { ratio: 'strength', base: 'strength', baseAt: 'minuteOfDay' },
  'chain.pcr.no_base': { ratio: 'strength', baseAt: 'minuteOfDay' },
  'chain.pcr.unknown': {},
  'chain.walls.between': { forward: 'points', support: 'strike', resistance: 'strike' },
  'chain.walls.support': { forward: 'points', support: 'strike' },
  'chain.walls.resistance': { forward: 'points', resistance: 'strike' },
  'chain.walls.none': { forward: 'points' },
  'chain.skew': { change: 'score', minutes: 'count' },
  'chain.skew.unknown': {},
  'chain.flow': { direction: 'select' },
  'chain.build_up': { legs: 'messages' },
  'chain.below_threshold': { score: 'score', enter: 'strength', leave: 'strength' },
  'chain_leg.build_up': { strike: 'strike', side: 'label:option_side', kind: 'label:build_up', meaning: 'label:bias' },
  'chain_leg.build_up.led': {
    strike: 'strike',
    side: 'label:option_side',
    kind: 'label:build_up',
    meaning: 'label:bias',
    led: 'select',
  },
}
