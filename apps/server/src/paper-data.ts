// @invariant paper-apart-from-live
import { PAPER_DATA, type PaperData } from '@strikewise/domain/trading/paper-data.ts'

/** Values that PAPER_DATA may have, so that each that is not offered is refused with its own reason. */
export const PAPER_DATA_VALUES = [...PAPER_DATA, 'delayed'] as const
export type PaperDataValue = (typeof PAPER_DATA_VALUES)[number]

interface PaperDeployment {
  /** The market is the sandbox's. */
  readonly sandbox: boolean
  /** A paper exchange beside a real broker has addresses. */
  readonly exchange: boolean
}

/**
 * What paper trading is priced with (decision record 36), or in one line why `given` cannot be. Not set, it is what the
 * deployment has: simulated prices on the sandbox, live ones beside a paper exchange, else none.
 */
export function paperDataOf(
  given: PaperDataValue | undefined,
  { sandbox, exchange }: PaperDeployment,
): PaperData | { readonly refused: string } {
  if (given === undefined) return sandbox ? 'simulated' : exchange ? 'live' : 'off'
  if (given === 'delayed')
    return {
      refused:
        'delayed would fill orders at prices older than those that decided them, so results would be false; set live or off',
    }
  if (sandbox)
    return given === 'simulated'
      ? given
      : { refused: `cannot be ${given} on the sandbox, whose market is simulated; leave it out` }
  if (given === 'simulated')
    return {
      refused: 'simulated would fill decisions of the real market at invented prices; set live or off',
    }
  if (given === 'live' && !exchange)
    return { refused: 'live needs PAPER_EXCHANGE_URL, the paper exchange that follows the market; set it, or off' }
  return given
}
