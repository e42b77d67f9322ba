import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { GttRequest, GttStatus } from '../gtt-types.ts'

/** What of a trigger a replacement changes, all at once. */
export interface GttTerms {
  readonly request: GttRequest
  readonly contract: OptionContract
  /** Whether a leg fires at or below its trigger price (else at or above): the far side of the last price when it was set. */
  readonly firesBelow: readonly boolean[]
  readonly expiresAt: EpochMs
}

/** One trigger with all the broker knows of it. A plain object, changed only beside this file. */
export interface GttState {
  readonly triggerId: number
  readonly accountId: string
  readonly createdAt: EpochMs
  terms: GttTerms
  updatedAt: EpochMs
  status: GttStatus
  fired: FiredLeg | null
}

export interface FiredLeg {
  /** Its place among the legs. */
  readonly leg: number
  readonly at: EpochMs
  readonly lastPrice: Paise
  /** The order it placed; null when that was refused. */
  readonly orderId: string | null
  readonly reason: string
}
