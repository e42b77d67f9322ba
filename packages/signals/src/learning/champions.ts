import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** A change of the weights that decide. Null as a version: the weights as written. */
export interface ChampionChange {
  readonly kind: 'promoted' | 'rolled_back'
  /** What decides from `from` on. */
  readonly version: IstDate | null
  /** The first session it decides. */
  readonly from: IstDate
}

/** What decides on a day, and since which; `changes` in the order they were made. */
export function championOn(
  changes: readonly ChampionChange[],
  day: IstDate,
): Pick<ChampionChange, 'version'> & { readonly from: IstDate | null } {
  const change = changes.findLast(({ from }) => from <= day)
  return change === undefined ? { version: null, from: null } : { version: change.version, from: change.from }
}

/** The newest change when it waits for a session after `day`. While one waits, no other is made. */
export function pendingAfter(changes: readonly ChampionChange[], day: IstDate): ChampionChange | undefined {
  const newest = changes.at(-1)
  return newest !== undefined && newest.from > day ? newest : undefined
}

/** What a roll-back returns to: the champion before the present one. Undefined: the weights as written decide already. */
export function championBefore(changes: readonly ChampionChange[]): { readonly version: IstDate | null } | undefined {
  const line: (IstDate | null)[] = [null]
  for (const { kind, version } of changes) {
    if (kind === 'promoted') line.push(version)
    else line.pop()
  }
  const version = line.at(-2)
  return version === undefined ? undefined : { version }
}
