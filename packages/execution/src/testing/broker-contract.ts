import { ANSWER_CASES } from './broker/order-ack-cases.ts'
import type { Ability, BrokerCase } from './broker/conformance-harness.ts'
import { READING_CASES } from './broker/query-cases.ts'
import { TRADING_CASES } from './broker/trading-cases.ts'
import { UPDATE_CASES } from './broker/update-cases.ts'

/**
 * What every broker port must keep, each case on a fresh bench. The port in Kite's protocol runs it against the sandbox
 * over the wire and against recorded answers, the simulator's port against the exchange model.
 */
export const BROKER_CONTRACT: readonly BrokerCase[] = [
  ...ANSWER_CASES,
  ...READING_CASES,
  ...TRADING_CASES,
  ...UPDATE_CASES,
]

/** What a subject cannot bring about, and why. Its cases are skipped by that name; everything else must pass. */
export type Cannot = Readonly<Partial<Record<Ability, string>>>

/** The name of a case, with the reason where `cannot` makes it one to skip. */
export function titleOf({ name, needs }: BrokerCase, cannot: Cannot): { title: string; skipped: boolean } {
  const reason = needs.map((need) => cannot[need]).find((reason) => reason !== undefined)
  return reason === undefined
    ? { title: name, skipped: false }
    : { title: `${name} (skipped: ${reason})`, skipped: true }
}
