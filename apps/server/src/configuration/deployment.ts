import type { BrokerUrls } from '@strikewise/brokers/broker-account.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Environment } from '../environment.ts'
import { timeStampAuthorities } from '../public-log/time-stamp-authorities.ts'
import { Secret } from '../secret.ts'
import { ConfigError } from './config-error.ts'

const DEFAULT_SANDBOX_SMTP_URL = 'smtp://127.0.0.1:8025'
/** Ports of real mail services: on these even a local address is a relay, not the sandbox's mail catcher. */
const MAIL_PORTS = new Set(['', '25', '465', '587'])

/** Which services the settings lead to, with what follows where a setting is missing. No rule has judged it yet. */
export interface Deployment {
  readonly read: Environment
  /** Names of the variables that have a value. */
  readonly given: ReadonlySet<string>
  /** True when the broker is the sandbox. */
  readonly sandbox: boolean
  readonly broker: BrokerUrls
  /** Undefined: no external sign-in. */
  readonly discoveryUrl: string | undefined
  /** Undefined: nothing is sent to Telegram. */
  readonly telegramUrl: string | undefined
  readonly smtpUrl: Secret
  readonly newsFeeds: readonly string[]
  readonly flowsFeed: string | undefined
  /** `mailto:` addresses and time-stamp authorities outside that get the roots of the public record. */
  readonly recordAnchors: readonly string[]
  /** Files with the certificates (PEM) that time stamps must lead to; on the sandbox the address of its own. */
  readonly anchorCertificates: readonly string[]
  /** Undefined: the machine's own clock. */
  readonly clockUrl: string | undefined
  /** Each address of an external service behind the variable that names it. */
  readonly services: readonly (readonly [name: keyof Environment, address: string | undefined])[]
}

/** A list whose mails the sandbox shows. */
const SANDBOX_ANCHOR = 'mailto:record-anchors@strikewise.example'

/** Fills in the sandbox's addresses where none are given. Throws ConfigError where the sandbox cannot stand in. */
export function deploymentOf(read: Environment, given: ReadonlySet<string>): Deployment {
  const sandboxUrl = read.SANDBOX_URL
  // A URL that may be switched off: undefined when it was set to `off`, the sandbox's when it was not set.
  const or = (name: keyof Environment, value: string | undefined, fallback: string) =>
    given.has(name) ? value : fallback
  // Asked for what is not set alone: the sandbox speaks no protocol of a broker whose addresses are all given.
  const ofSandbox = () => sandboxBroker(sandboxUrl, 'KITE_API_URL, KITE_TICKER_URL, KITE_LOGIN_URL', 'set all of them')
  const broker = {
    apiUrl: read.KITE_API_URL ?? ofSandbox().apiUrl,
    tickerUrl: read.KITE_TICKER_URL ?? ofSandbox().tickerUrl,
    loginUrl: read.KITE_LOGIN_URL ?? ofSandbox().loginUrl,
  }
  const sandbox = isSandboxUrl(broker.apiUrl, sandboxUrl)
  const discoveryUrl = or(
    'OIDC_DISCOVERY_URL',
    read.OIDC_DISCOVERY_URL,
    `${sandboxUrl}/oidc/.well-known/openid-configuration`,
  )
  const telegramUrl = or('TELEGRAM_API_URL', read.TELEGRAM_API_URL, `${sandboxUrl}/bot-api`)
  const smtpUrl = read.SMTP_URL ?? new Secret(DEFAULT_SANDBOX_SMTP_URL)
  const newsFeeds = read.NEWS_FEEDS ?? [`${sandboxUrl}/news/rss.xml`]
  // No real service is the obvious one: if omitted, none is asked.
  const flowsFeed = given.has('FLOWS_FEED') || !sandbox ? read.FLOWS_FEED : `${sandboxUrl}/fii-dii.json`
  const recordAnchors = read.RECORD_ANCHORS ?? (sandbox ? [SANDBOX_ANCHOR, `${sandboxUrl}/time-stamps`] : [])
  const anchorCertificates = read.RECORD_ANCHOR_CA ?? (sandbox ? [`${sandboxUrl}/time-stamps/ca.pem`] : [])
  // Real services come with real time: only a sandbox has a clock to follow.
  const clock = read.CLOCK_URL ?? (sandbox ? `${sandboxUrl}/clock` : 'system')
  const clockUrl = clock === 'system' ? undefined : clock
  return {
    read,
    given,
    sandbox,
    broker,
    discoveryUrl,
    telegramUrl,
    smtpUrl,
    newsFeeds,
    flowsFeed,
    recordAnchors,
    anchorCertificates,
    clockUrl,
    services: [
      ['KITE_API_URL', broker.apiUrl],
      ['KITE_TICKER_URL', broker.tickerUrl],
      ['KITE_LOGIN_URL', broker.loginUrl],
      ['OIDC_DISCOVERY_URL', discoveryUrl],
      ['TELEGRAM_API_URL', telegramUrl],
      ['PAYMENTS_URL', read.PAYMENTS_URL],
      ['SMTP_URL', smtpUrl.reveal()],
      ...newsFeeds.map((feed) => ['NEWS_FEEDS', feed] as const),
      ['FLOWS_FEED', flowsFeed],
      ...timeStampAuthorities(recordAnchors).map((anchor) => ['RECORD_ANCHORS', anchor] as const),
      ['CLOCK_URL', clockUrl],
    ],
  }
}

/** Where a sandbox at `url` serves the broker's protocol. Throws ConfigError with `setting` and `remedy` where it does not. */
export function sandboxBroker(url: string, setting: string, remedy: string): BrokerUrls {
  if (BROKER.sandboxUrls === undefined)
    throw new ConfigError(setting, `${remedy}; the sandbox does not speak this broker’s protocol`)
  return BROKER.sandboxUrls(url)
}

/** Whether `address` is served by the sandbox at `sandboxUrl`: its HTTP port, or an unusual mail port on its host. */
export function isSandboxUrl(address: string, sandboxUrl: string): boolean {
  const a = new URL(address)
  const sandbox = new URL(sandboxUrl)
  if (a.protocol === 'smtp:' || a.protocol === 'smtps:')
    return a.hostname === sandbox.hostname && !MAIL_PORTS.has(a.port)
  return a.host === sandbox.host
}
