import type { ReadinessState } from '@strikewise/wire/readiness.ts'

/** The sign before each line of the morning readiness, by its state. */
export const READINESS_MARKS: Readonly<Record<ReadinessState, string>> = { pass: '✓', wait: '○', warn: '⚠', fail: '✗' }
