import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Outcome } from '@strikewise/execution/intent/intent.ts'

/** Outcome of a call whose answer was lost. Its instants are 0: the checker reads none of them. */
export const IN_DOUBT: Outcome = {
  state: 'in_doubt',
  since: 0 as EpochMs,
  notBefore: 0 as EpochMs,
  why: 'no answer',
}
