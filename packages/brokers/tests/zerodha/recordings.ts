import { readFileSync } from 'node:fs'

/** Answers the protocol's package keeps: the broker's own, and others written from its documents. */
const FIXTURES = new URL('../../../kite/tests/fixtures/', import.meta.url)

export interface ErrorSample {
  readonly http_status: number
  /** Absent where the broker's edge answered with a page. */
  readonly body?: { readonly message: string; readonly error_type: string }
  readonly raw_body?: string
}

export function recorded(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8'))
}

/** The `data` of a recorded success. */
export function recordedData<T>(path: string): T {
  return (recorded(path) as { data: T }).data
}

export function recordedErrors(): readonly ErrorSample[] {
  return (recorded('synthetic/errors.json') as { samples: ErrorSample[] }).samples
}
