import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { LabelSet, LabelValues } from './labels.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'

/** `paise` ₹1,234.50; `wholePaise` ₹1,234 where nothing is lost; `result` with its sign. */
type MoneyUnit = 'paise' | 'wholePaise' | 'result'
/** In India: `at` 09:15, `atS` 09:15:01, `atDay` 17 Sep 2026, 09:15. */
type InstantUnit = 'at' | 'atS' | 'atDay'
/** `day` 17 Sep 2026; `longDay` September 17, 2026 with two digits of the day. */
type DayUnit = 'day' | 'longDay'
/**
 * `count` goes to ICU as a number; `decimal` up to three decimals, `tenths` one; `ratio` in percent; `score` two decimals with a sign, `strength`
 * and `points` without; `strike` grouped; `lakh` of units; `ms` in seconds; `duration` 1 h 36 m; `minuteOfDay` 09:15; `clock12` 9:15 AM.
 */
type NumberUnit =
  | 'count'
  | 'decimal'
  | 'tenths'
  | 'ratio'
  | 'score'
  | 'strength'
  | 'points'
  | 'strike'
  | 'lakh'
  | 'ms'
  | 'duration'
  | 'minuteOfDay'
  | 'clock12'

/** The sets whose values hold the type `V`. */
type SetsOf<V> = { [S in LabelSet]: [V] extends [LabelValues[S]] ? S : never }[LabelSet]

/**
 * The units a parameter of type `V` can have. Of a list of messages `messages` are parts of a sentence, with commas, and `sentences`
 * stand one after the other. `inline` is a label inside a sentence, its first letter lowered.
 */
export type UnitOf<V> = [V] extends [Paise]
  ? MoneyUnit
  : [V] extends [EpochMs]
    ? InstantUnit
    : [V] extends [IstDate]
      ? DayUnit
      : [V] extends [number]
        ? NumberUnit
        : [V] extends [ContractRef]
          ? 'contract'
          : [V] extends [{ readonly code: string }]
            ? 'message'
            : [V] extends [readonly { readonly code: string }[]]
              ? 'messages' | 'sentences' | 'lines'
              : [V] extends [readonly (infer E)[]]
                ? 'ids' | `labels:${SetsOf<E>}`
                : [V] extends [string]
                  ? 'text' | 'symbol' | 'select' | `label:${SetsOf<V>}` | `inline:${SetsOf<V>}`
                  : never

type LabelUnit = `${'label' | 'labels' | 'inline'}:${LabelSet}`

export type Unit =
  | MoneyUnit
  | InstantUnit
  | NumberUnit
  | DayUnit
  | 'contract'
  | 'message'
  | 'messages'
  | 'sentences'
  | 'lines'
  | 'ids'
  | 'text'
  | 'symbol'
  | 'select'
  | LabelUnit

export function isLabelUnit(unit: Unit): unit is LabelUnit {
  return unit.includes(':')
}

/** The unit of each parameter of the messages `M`: a code, a parameter or a unit that does not fit is a compile error. */
export type UnitsOf<M extends { readonly code: string }> = {
  readonly [One in M as One['code']]: { readonly [P in Exclude<keyof One, 'code'>]: UnitOf<One[P]> }
}

/** The units of some families by code and parameter. */
export type UnitTable = Readonly<Record<string, Readonly<Record<string, Unit>>>>
