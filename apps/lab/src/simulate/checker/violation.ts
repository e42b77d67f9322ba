/** Something that must hold and did not. */
export interface Violation {
  /** The invariant's number: I1 to I18; or `error` for a program that broke. */
  readonly invariant: string
  /** Milliseconds since the session began. */
  readonly afterMs: number
  readonly account: string | null
  readonly text: string
}
