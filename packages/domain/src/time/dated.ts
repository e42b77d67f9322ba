import type { IstDate } from './ist.ts'

/** A value that holds from a day on, until a later row's day. */
export interface DatedRow<T> {
  readonly from: string
  readonly value: T
  /** Where the fact comes from. */
  readonly source: string
  /** True where no circular was found and the value was chosen to be safe. */
  readonly assumed?: true
}

/** The row in force on `day`; `undefined` before the first. Rows may stand in any order. */
export function rowOn<T>(rows: readonly DatedRow<T>[], day: IstDate): DatedRow<T> | undefined {
  let found: DatedRow<T> | undefined
  for (const row of rows) if (row.from <= day && (found === undefined || row.from > found.from)) found = row
  return found
}
