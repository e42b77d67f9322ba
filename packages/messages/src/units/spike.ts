import type { SpikeReason } from '@strikewise/signals/registry/definitions/spike-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `spike`. */
export const spikeUnits: UnitsOf<SpikeReason> = {
  'spike.warm_up': { known: 'count', needed: 'count' },
  'spike.pause.closed': { pauseMs: 'ms' },
  'spike.pause.fast': { pauseMs: 'ms' },
  'spike.none': { times: 'score', threshold: 'decimal' },
  'spike.spike': { barEnd: 'at', times: 'score', heavyVolume: 'select' },
  'spike.no_profile': {},
}
