/**
 * Limits over all indices that a user may add to the product's own. None is set at first, and each only keeps more from
 * being traded: none lets an entry through that would be refused without it. All count by the kind of link.
 */
export interface AccountLimits {
  /** Trades a day in all indices together; null: no limit. */
  readonly tradesPerDay: number | null
}

/** No limit of the user's own. */
export const NO_ACCOUNT_LIMITS: AccountLimits = { tradesPerDay: null }

/** What a user may set, where they set one. */
export interface LimitBounds {
  readonly min: number
  readonly max: number
}

export const ACCOUNT_LIMIT_BOUNDS = {
  tradesPerDay: { min: 1, max: 100 },
} as const satisfies Readonly<Record<keyof AccountLimits, LimitBounds>>

/** Whether a maximum of `requested` lets more be traded than one of `known`; null: there is none. */
export function isLooserMaximum(requested: number | null, known: number | null): boolean {
  return (requested ?? Number.POSITIVE_INFINITY) > (known ?? Number.POSITIVE_INFINITY)
}
