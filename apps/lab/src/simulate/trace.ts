import { createHash } from 'node:crypto'
import { canonicalStoredJson } from '@strikewise/domain/hashing/canonical-json.ts'
import type { Simulation } from './environment/simulation.ts'

/** A digest of everything that happened in a session: the exchange's log, the calls, the journals, the alarms. */
export function traceOf({ exchange, calls, store, accounts, alarms }: Simulation): string {
  const hash = createHash('sha256')
  const add = (value: unknown) => hash.update(canonicalStoredJson(value))
  for (const entry of exchange.exchangeLog) add(entry)
  for (const call of calls) add(call)
  for (const account of accounts) for (const row of store.journalOf(account)) add(row)
  for (const alarm of alarms) add(alarm)
  return hash.digest('hex')
}
