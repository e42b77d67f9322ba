import type { FlowsReason } from '@strikewise/signals/registry/definitions/fii-dii-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `flows`. */
export const flowsUnits: UnitsOf<FlowsReason> = {
  'flows.warm_up': { known: 'count', needed: 'count' },
  'flows.fii_net': { side: 'select', crore: 'count', deviations: 'score', days: 'count' },
  'flows.dii_net': { side: 'select', crore: 'count', deviations: 'score', days: 'count' },
  'flows.long_share': { share: 'ratio', change: 'score', deviations: 'score', days: 'count' },
  'flows.sentiment': { score: 'score' },
  'flows.extreme.short': { share: 'ratio' },
  'flows.extreme.long': { share: 'ratio' },
  'flows.below_threshold': { score: 'score', needed: 'strength' },
}
