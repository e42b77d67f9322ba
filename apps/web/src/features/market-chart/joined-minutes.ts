/** How often the whole day is asked for again: earlier minutes may have been filled in meanwhile. */
const WHOLE_DAY_EVERY = 30

interface Minute {
  readonly time: number
}

/** Start of the first minute that the next of `polls` asks for: those known before it do not change. Undefined: all of the day. */
export function firstRequestedMinute(known: readonly Minute[] | undefined, polls: number): number | undefined {
  // The minute before the last one still takes trades that were notified late.
  return polls % WHOLE_DAY_EVERY === 0 ? undefined : known?.at(-2)?.time
}

/** `fresh` replaces what it holds newer values of; an empty answer changes nothing. */
export function joinedMinutes<C extends Minute>(known: readonly C[], fresh: readonly C[]): C[] {
  const from = fresh[0]?.time ?? Number.POSITIVE_INFINITY
  return [...known.filter((candle) => candle.time < from), ...fresh]
}
