import type { Deployment } from './deployment.ts'
import { PRODUCTION_RULES } from './production-rules.ts'
import type { FindingLevel } from './rule.ts'
import { START_RULES } from './start-rules.ts'

/** One reason against a setting: what is wrong and, behind a semicolon, what to set instead. */
export interface ConfigFinding {
  readonly level: FindingLevel
  readonly setting: string
  readonly message: string
}

/**
 * Everything the rules find, in their order. `production`: those for production apply, as they always do beside a real
 * broker. The start of the server and `check-config` both read this one list.
 */
export function findingsOf(deployment: Deployment, production = !deployment.sandbox): readonly ConfigFinding[] {
  const rules = production ? [...START_RULES, ...PRODUCTION_RULES] : START_RULES
  return rules.flatMap(({ level, check }) =>
    check(deployment).map(([setting, message]) => ({ level, setting, message })),
  )
}
