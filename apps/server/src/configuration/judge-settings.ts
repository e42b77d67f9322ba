import { environment, underCurrentNames } from '../environment.ts'
import { ConfigError } from './config-error.ts'
import { type Deployment, deploymentOf } from './deployment.ts'
import { type ConfigFinding, findingsOf } from './rules.ts'

export interface JudgedSettings {
  /** Undefined where a value of its own is refused: what it leads to is not known then. */
  readonly deployment: Deployment | undefined
  readonly findings: readonly ConfigFinding[]
}

/** The variables that have a value; an empty one counts as not set. */
function givenOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
}

/**
 * Everything that is wrong with the settings in `env`: each value that its schema refuses, or, where all are accepted, what
 * the rules find. `production`: judge as beside a real broker, whatever the broker is.
 */
export function judgeSettings(env: Readonly<Record<string, string | undefined>>, production?: boolean): JudgedSettings {
  const given = givenOf(env)
  const parsed = environment.safeParse(underCurrentNames(given))
  if (!parsed.success) {
    const findings = parsed.error.issues.map(({ path, message }) => refusal(String(path[0]), message))
    return { deployment: undefined, findings }
  }
  try {
    const deployment = deploymentOf(parsed.data, new Set(Object.keys(given)))
    return { deployment, findings: findingsOf(deployment, production) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { deployment: undefined, findings: [refusal(error.setting, error.problem)] }
  }
}

function refusal(setting: string, message: string): ConfigFinding {
  return { level: 'refused', setting, message }
}
