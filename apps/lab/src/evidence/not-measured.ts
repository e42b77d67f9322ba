import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { AGENTS } from '@strikewise/signals/registry/registry.ts'
import type { RecordSet } from './record-set.ts'
import { seriesTitle } from './series-title.ts'

export interface NotMeasured {
  readonly what: string
  readonly reason: string
}

/** Records of the folder that no agent could read, and why. */
const UNREAD: readonly NotMeasured[] = [
  { what: 'bars of 15 minutes and of days', reason: 'the agents read bars of one minute' },
  { what: 'special sessions and ticks', reason: 'their days have one-minute bars, or are no ordinary sessions' },
  {
    what: 'agents that read bars, on the days of recorded chains',
    reason: 'no one-minute bars were recorded on those days',
  },
]

/** What of the registry a run did not measure: whole agents, and agents on one of the indices. */
export function notMeasured(sets: readonly RecordSet[]): NotMeasured[] {
  const agents = AGENTS.flatMap(({ name, role, reads }): NotMeasured[] => {
    const set = sets.find(({ series }) => series.includes(name))
    const what = seriesTitle(name)
    if (set === undefined) {
      const isVeto = role.kind === 'veto' && reads === 'market'
      return [{ what, reason: isVeto ? 'it can only forbid an entry' : 'no data: the records hold nothing it reads' }]
    }
    const known = new Set(set.observations.map(({ symbol }) => symbol))
    return INDEX_SYMBOLS.filter((symbol) => !known.has(symbol)).map((symbol) => ({
      what: `${what}, ${symbol}`,
      reason: `no data: there are no ${set.source} with prices of that index on the same days`,
    }))
  })
  return [...agents, ...UNREAD]
}
