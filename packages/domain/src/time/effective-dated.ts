import type { IstDate } from './ist.ts'

/** A value that holds from a day on, until a later row's day. */
export interface EffectiveDatedRow<T> {
  readonly from: string
  readonly value: T
  /** Where the fact comes from. */
  readonly source: string
  /** True where no circular was found and the value was chosen to be safe. */
  readonly assumed?: true
}

/** The row in force on `day`; `undefined` before the first. Rows may stand in any order. */
export function rowEffectiveOn<T>(
  rows: readonly EffectiveDatedRow<T>[],
  day: IstDate,
): EffectiveDatedRow<T> | undefined {
  let found: EffectiveDatedRow<T> | undefined
  for (const row of rows) if (row.from <= day && (found === undefined || row.from > found.from)) found = row
  return found
}
