// @invariant fee-cap No purchase takes the fees of a user above the cap of a year.
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

/**
 * What a research analyst may charge one family in a year, without taxes (SEBI's guidelines of 8 January 2025, circular of
 * 2 April 2025). Which users are a family is not known: they give neither PAN nor household. So it is kept per user.
 */
export const FEE_CAP = 15_100_000 as Paise

/** The year before `now`: any year, so that no two halves of calendar years add up to more than the cap. */
export function feeYearBegan(now: EpochMs): EpochMs {
  return (now - 365 * DAY_MS) as EpochMs
}

/** Whether a fee of `fee` may still be charged to a user who has paid `paid` in the past year; both without taxes. */
export function isWithinFeeCap(paid: Paise, fee: Paise): boolean {
  return fee === 0 || paid + fee <= FEE_CAP
}
