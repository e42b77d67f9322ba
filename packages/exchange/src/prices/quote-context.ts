/** What all books of a moment have in common. */
export interface QuoteContext {
  readonly at: number
  /** Minute of the session, whole, and time since the books were last written. */
  readonly minute: number
  readonly sinceMs: number
  /** Factors on spread and displayed quantity. */
  readonly spread: number
  readonly quantity: number
  /** Trading activity, 1 on average. */
  readonly activity: number
  readonly crossed: boolean
}
