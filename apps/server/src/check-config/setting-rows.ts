import { resolve } from 'node:path'
import type { Deployment } from '../configuration/deployment.ts'
import { DEFAULT_DATA_DIR } from '../config.ts'
import { environment, FORMER_NAMES, VARIABLES } from '../environment.ts'
import { paperDataOf } from '../paper-data.ts'
import { keyFileOf } from '../secrets/master-key.ts'
import { displayedValue } from './displayed-value.ts'

/** One setting as the command prints it. */
export interface SettingRow {
  readonly name: string
  /** Of a secret its length class alone. */
  readonly value: string
  /** `environment`, `file` with its path, `sandbox` for what follows from the sandbox's address, or `default`. */
  readonly source: string
}

/**
 * Each setting with its value and its source. `sourceOf` returns where a variable is set, undefined where it is not;
 * `deployment` is undefined where a value is refused, and what follows from others is not known then.
 */
export function settingRows(
  given: Readonly<Record<string, string | undefined>>,
  deployment: Deployment | undefined,
  sourceOf: (name: string) => string | undefined,
): readonly SettingRow[] {
  const former = new Map(Object.entries(FORMER_NAMES).map(([name, current]) => [current as string, name]))
  return VARIABLES.map((name) => {
    const formerName = former.get(name)
    const variable = sourceOf(name) === undefined && formerName !== undefined ? formerName : name
    const source = sourceOf(variable)
    if (source === undefined) return { name, ...valueOfUnset(name, deployment) }
    const parsed = environment.shape[name as keyof typeof environment.shape].safeParse(given[variable])
    return {
      name,
      // A refused value may be a secret in a form that was not recognised.
      value: parsed.success ? valueOf(name, parsed.data) : 'refused',
      source: variable === name ? source : `${source}, as ${variable}`,
    }
  })
}

/** Of services that can be switched off the schema makes `undefined`. */
function valueOf(name: string, value: unknown): string {
  if (name === 'STRIKEWISE_DATA') return resolve(String(value))
  return value === undefined ? 'off' : displayedValue(value)
}

function valueOfUnset(name: string, deployment: Deployment | undefined): Omit<SettingRow, 'name'> {
  const followed = deployment === undefined ? undefined : followedValue(name, deployment)
  if (followed !== undefined)
    return { value: followed, source: deployment!.sandbox && FOLLOWS_SANDBOX.has(name) ? 'sandbox' : 'default' }
  const byDefault = environment.shape[name as keyof typeof environment.shape].safeParse(undefined)
  return { value: displayedValue(byDefault.data), source: 'default' }
}

const FOLLOWS_SANDBOX: ReadonlySet<string> = new Set([
  'KITE_API_URL',
  'KITE_TICKER_URL',
  'KITE_LOGIN_URL',
  'OIDC_DISCOVERY_URL',
  'TELEGRAM_API_URL',
  'SMTP_URL',
  'NEWS_FEEDS',
  'FLOWS_FEED',
  'RECORD_ANCHORS',
  'RECORD_ANCHOR_CA',
  'CLOCK_URL',
  'PAPER_DATA',
  'PUSH_SERVICES',
])

/** What a setting that is not set comes to, where that follows from others; undefined: its schema's default is all. */
function followedValue(name: string, deployment: Deployment): string | undefined {
  const { read, sandbox, broker } = deployment
  const dataDir = read.STRIKEWISE_DATA ?? DEFAULT_DATA_DIR
  const paperData = paperDataOf(read.PAPER_DATA, {
    sandbox,
    exchange: sandbox || read.PAPER_EXCHANGE_URL !== undefined,
  })
  const values: Readonly<Record<string, unknown>> = {
    PUBLIC_URL: `http://localhost:${read.PORT}`,
    STRIKEWISE_DATA: dataDir,
    DATABASE_URL: 'own PostgreSQL in the data folder',
    NATS_URL: 'none: one machine',
    MASTER_KEY: `file ${keyFileOf(dataDir)}`,
    KITE_API_URL: broker.apiUrl,
    KITE_TICKER_URL: broker.tickerUrl,
    KITE_LOGIN_URL: broker.loginUrl,
    OIDC_DISCOVERY_URL: deployment.discoveryUrl,
    TELEGRAM_API_URL: deployment.telegramUrl,
    SMTP_URL: deployment.smtpUrl,
    NEWS_FEEDS: deployment.newsFeeds,
    FLOWS_FEED: deployment.flowsFeed,
    RECORD_ANCHORS: deployment.recordAnchors,
    RECORD_ANCHOR_CA: deployment.anchorCertificates,
    CLOCK_URL: deployment.clockUrl ?? 'system',
    PAPER_DATA: typeof paperData === 'string' ? paperData : undefined,
    PAYMENTS_URL: 'mock',
    PUSH_SERVICES: sandbox ? 'that of the sandbox' : 'those of Chrome, Edge, Firefox and Safari',
  }
  const value = values[name]
  return value === undefined ? undefined : displayedValue(value)
}
