import type { Observation } from '@strikewise/signals/evidence/observation.ts'

/** What was read from one kind of records. */
export interface RecordSet {
  readonly source: Source
  /** Names of what was observed, in the order of `Observation.signed`. */
  readonly series: readonly string[]
  readonly observations: readonly Observation[]
  /** Stands for the observations: the same key, the same observations. */
  readonly key: string
}

/** Kinds of records an agent is measured on. */
export type Source = 'one-minute bars' | 'recorded option chains' | 'daily FII/DII figures'
