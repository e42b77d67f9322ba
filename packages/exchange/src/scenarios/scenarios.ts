import { BROKER_SCENARIOS } from './broker-scenarios.ts'
import { FEED_SCENARIOS } from './feed-scenarios.ts'
import { MARKET_SCENARIOS } from './market-scenarios.ts'
import type { NamedScenario } from './named-scenario.ts'

/** Every scenario, in the order people see them. */
export const SCENARIOS: readonly NamedScenario[] = [...MARKET_SCENARIOS, ...FEED_SCENARIOS, ...BROKER_SCENARIOS]

/** Undefined when none is called so. */
export function scenarioNamed(name: string): NamedScenario | undefined {
  return SCENARIOS.find((scenario) => scenario.name === name)
}
