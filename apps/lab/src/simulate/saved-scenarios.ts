import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from './scenario.ts'

export const SCENARIOS = join(import.meta.dirname, 'scenarios')

/** File names of the saved scenarios, in the order of the alphabet. */
export function scenarioNames(): string[] {
  if (!existsSync(SCENARIOS)) return []
  return readdirSync(SCENARIOS)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
}

export function readScenario(name: string): Scenario {
  return JSON.parse(readFileSync(join(SCENARIOS, name), 'utf8')) as Scenario
}
