import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { AgentName } from '../registry/registry.ts'
import type { Interval } from './rank-correlation.ts'

/** The horizon at which agents are summed up, in minutes: entries are held for 90 at most. */
export const SUMMED_UP_AHEAD = 30

/**
 * What the records show of an agent. `right` or `wrong`: the interval of its rank correlation lies on one side of zero in
 * every index measured. `nothing`: not so. `no_direction`: it can only forbid an entry. `no_data`: the records hold
 * nothing it reads.
 */
export type EvidenceVerdict = 'right' | 'wrong' | 'nothing' | 'no_direction' | 'no_data'

export interface AgentSummary {
  readonly agent: AgentName
  readonly verdict: EvidenceVerdict
  readonly indices: readonly IndexSummary[]
}

/** An agent on one index, over the next half hour. */
export interface IndexSummary {
  readonly symbol: IndexSymbol
  readonly source: string
  readonly sessions: number
  readonly from: IstDate
  readonly to: IstDate
  readonly correlation: Interval
  /** Share of its signals that were right, and what they paid, in basis points of the index. Null: it gave none. */
  readonly right: Interval | null
  readonly paysBp: Interval | null
  /** What a round trip costs, in basis points of the index. Null: not recorded. */
  readonly costBp: Interval | null
}

/** What rank correlations of one agent on each index show. */
export function verdictOf(correlations: readonly Interval[]): EvidenceVerdict {
  if (correlations.length === 0) return 'no_data'
  if (correlations.every(({ low }) => low > 0)) return 'right'
  return correlations.every(({ high }) => high < 0) ? 'wrong' : 'nothing'
}

/** Whether what its signals paid lies below the cost of a round trip in every index in which both are known. */
export function paysLessThanCosts({ indices }: AgentSummary): boolean {
  const known = indices.flatMap(({ paysBp, costBp }) =>
    paysBp === null || costBp === null ? [] : [{ paysBp, costBp }],
  )
  return known.length > 0 && known.every(({ paysBp, costBp }) => paysBp.high < costBp.value)
}
