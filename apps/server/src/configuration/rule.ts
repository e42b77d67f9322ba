import type { Environment } from '../environment.ts'
import type { Deployment } from './deployment.ts'

/**
 * `refused`: no server starts with it. `unsafe`: a server starts and logs it, and `check-config` ends with an error.
 * `warning`: right for some deployments, so it is only shown.
 */
export type FindingLevel = 'refused' | 'unsafe' | 'warning'

/** What is wrong with a setting and, behind a semicolon, what to set instead. */
export type RuleMatch = readonly [setting: keyof Environment, message: string]

export interface ConfigRule {
  readonly level: FindingLevel
  readonly check: (deployment: Deployment) => readonly RuleMatch[]
}
