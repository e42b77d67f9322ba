import type { TamperKind } from '../tamper-report.ts'

/** The damaged lines, and where and as what the damage is found. */
type Changed = readonly [lines: readonly string[], expected: { kind: TamperKind; line: number; seq?: number }]

/** Ways to damage the file of one day at entry `at`, the day's first being 1. `other` and `letter` are any. */
export const DAMAGES: Readonly<
  Record<string, (day: readonly string[], at: number, other: number, letter: string) => Changed>
> = {
  flip(day, at, other, letter) {
    const line = day[at]!
    const column = other % line.length
    const put = line[column] === letter ? '~' : letter
    const changed = line.slice(0, column) + put + line.slice(column + 1)
    return [day.with(at, changed), { kind: 'flipped', line: at + 1 }]
  },
  insert(day, at, other) {
    const copied = 1 + (other % (day.length - 1))
    // A copy right before its own entry is found at the second of the two.
    return [day.toSpliced(at, 0, day[copied]!), { kind: 'inserted', line: copied === at ? at + 2 : at + 1 }]
  },
  delete: (day, at) => [day.toSpliced(at, 1), { kind: at === day.length - 1 ? 'cut' : 'deleted', line: at + 1 }],
  cut: (day, at) => [day.slice(0, at), { kind: 'cut', line: at + 1 }],
  reorder(day, at, other) {
    const partner = 1 + (other % (day.length - 1))
    if (partner === at) return [day.slice(0, at), { kind: 'cut', line: at + 1 }]
    const changed = day.with(at, day[partner]!).with(partner, day[at]!)
    return [changed, { kind: 'reordered', line: Math.min(at, partner) + 1 }]
  },
}
