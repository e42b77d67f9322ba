import type { Registration, TestResult } from '@strikewise/signals/learning/registered-trial.ts'
import type { LoggedTrial } from './logged-trial.ts'

/** An entry of the trials log; `at` is the instant in ISO 8601. */
export type TrialsLogEntry =
  | { readonly kind: 'trial'; readonly trial: LoggedTrial }
  | { readonly kind: 'registration'; readonly at: string; readonly registration: Registration }
  /** Test data are about to be read for a registration. */
  | { readonly kind: 'look'; readonly at: string; readonly registration: string }
  | { readonly kind: 'result'; readonly at: string; readonly result: TestResult }
  | { readonly kind: 'refusal'; readonly at: string; readonly registration: string; readonly reason: string }

/** The entry's kind, if it is one; the chain of hashes has shown that this program wrote it. */
export function isTrialsLogEntry(read: Readonly<Record<string, unknown>>): boolean {
  const kinds: readonly unknown[] = [
    'trial',
    'registration',
    'look',
    'result',
    'refusal',
  ] satisfies TrialsLogEntry['kind'][]
  return kinds.includes(read['kind'])
}
