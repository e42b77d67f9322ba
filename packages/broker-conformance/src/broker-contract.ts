import { ANSWER_CASES } from './order-ack-cases.ts'
import { STATUSES, type Ability, type BrokerCase } from './broker-bench.ts'
import { CLOCK_CASES } from './clock-cases.ts'
import { HOSTILE_TEXT_CASES } from './hostile-text-cases.ts'
import type { OrderPhase } from '@strikewise/execution/order/order.ts'
import { POSITION_CASES } from './position-cases.ts'
import { READING_CASES, statusCases } from './query-cases.ts'
import { TRADING_CASES } from './trading-cases.ts'
import { UPDATE_CASES } from './update-cases.ts'

/**
 * What every broker port must keep, each case on a fresh bench. An adapter runs it over real HTTP against a simulation of its
 * broker and against recorded answers, the simulator's port against the exchange model.
 * `statuses`: those of the broker's book, with the phase each must be read as.
 */
export function brokerContract(statuses: Readonly<Record<string, OrderPhase>> = STATUSES): readonly BrokerCase[] {
  return [
    ...ANSWER_CASES,
    ...HOSTILE_TEXT_CASES,
    ...READING_CASES,
    ...statusCases(statuses),
    ...TRADING_CASES,
    ...POSITION_CASES,
    ...CLOCK_CASES,
    ...UPDATE_CASES,
  ]
}

/** What a subject cannot bring about, and why. Its cases are skipped by that name; everything else must pass. */
export type Cannot = Readonly<Partial<Record<Ability, string>>>

/** The name of a case, with the reason where `cannot` makes it one to skip. */
export function titleOf({ name, needs }: BrokerCase, cannot: Cannot): { title: string; skipped: boolean } {
  const reason = needs.map((need) => cannot[need]).find((reason) => reason !== undefined)
  return reason === undefined
    ? { title: name, skipped: false }
    : { title: `${name} (skipped: ${reason})`, skipped: true }
}
