import { hash } from 'node:crypto'

/** A store that a previous version wrote, and what that version answered from it. `README.md` says how it was made. */
export interface PreviousStore {
  /** Commit of the version. */
  readonly version: string
  /** The market's instant at which everything was stopped. */
  readonly marketTime: string
  /** When the users signed in, ISO 8601. */
  readonly signedInAt: string
  /** `master.key` of the data folder: made for this store alone. */
  readonly masterKey: string
  readonly users: readonly PreviousUser[]
  /** Every row of every table. */
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export interface PreviousUser {
  readonly email: string
  /** Session cookie. */
  readonly cookie: string
  /** By path. */
  readonly answers: Readonly<Record<string, string>>
}

/**
 * Paths whose answers to the user `uid` must say the same from the version that wrote the store and from this one. One whose
 * answer is given another form on purpose leaves the list.
 */
export function pathsToCompare(uid: string, day: string): string[] {
  return [
    '/api/me',
    '/api/security',
    '/api/my-data',
    '/api/my-data/export',
    '/api/trade-settings',
    '/api/payments',
    '/api/notices',
    '/api/edge',
    `/api/reports?mode=paper&from=${day}&to=${day}`,
    '/api/record',
    `/api/record/${day}`,
    `/user_trade_logs?uid=${uid}&date=${day}`,
    `/user_active_trades?uid=${uid}&date=${day}`,
    `/api/entry_refusals?uid=${uid}&date=${day}`,
  ]
}

/** A longer answer is kept as its digest: its rows are in the store as well. */
const MAX_STORED_CHARACTERS = 50_000

/** What `url` answers at each of `paths`, as text. Throws on any other status than 200. */
export async function answersOf(
  url: string,
  cookie: string,
  paths: readonly string[],
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { cookie } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
    answers[path] = text.length > MAX_STORED_CHARACTERS ? hash('sha256', text) : text
  }
  return answers
}
