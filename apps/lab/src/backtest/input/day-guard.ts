import path from 'node:path'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'

/** Which sessions a run may read. The readers of this folder ask it before they open a file. */
export interface DayGuard {
  /** Why the day may not be read; undefined: it may. */
  refusalOf(day: IstDate): string | undefined
  /** Whether any day is withheld: a file whose day is not in its name cannot be opened to find out. */
  readonly withholds: boolean
}

/** The day in a file's or folder's name; undefined: there is none. */
export function dayInName(name: string): IstDate | undefined {
  const found = /\d{4}-\d{2}-\d{2}/.exec(path.basename(name))?.[0]
  if (found === undefined) return undefined
  try {
    return istDate(found)
  } catch {
    return undefined
  }
}
