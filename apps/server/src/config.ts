// @invariant paper-apart-from-live
import { fileURLToPath } from 'node:url'
import type { BrokerUrls } from '@strikewise/brokers/broker-account.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { PaperData } from '@strikewise/domain/trading/paper-data.ts'
import type { SocialChannel } from '@strikewise/wire/service.ts'
import type { Seller } from '@strikewise/plans/seller.ts'
import type { PushServices } from './alerts/push/push-services.ts'
import { environment, type Environment, type Role, underCurrentNames } from './environment.ts'
import { paperDataOf } from './paper-data.ts'
import { isLoopback, isPlaintext } from './plaintext.ts'
import { Secret } from './secret.ts'

const SANDBOX_BOT_TOKEN = new Secret('1001:strikewise-sandbox')
/** The app that the sandbox's order page takes. */
const SANDBOX_ORDER_PAGE_KEY = 'sandbox-order-page'
const DEFAULT_SANDBOX_SMTP_URL = 'smtp://127.0.0.1:8025'
/** Push services of the browsers: Chrome and Edge, Firefox, Safari, Edge on Windows. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]
/** Ports of real mail services: on these even a local address is a relay, not the sandbox's mail catcher. */
const MAIL_PORTS = new Set(['', '25', '465', '587'])

/** A deployment of the sandbox's exchange on which people trade on paper. */
export interface PaperExchange extends BrokerUrls {
  /** Where accounts are opened. */
  readonly controlsUrl: string
  /** Proves to the controls that the server is asking; undefined: they are open to every caller. */
  readonly key: Secret | undefined
}

interface Telegram {
  /** The Bot API, without the token. */
  readonly apiUrl: string
  readonly botToken: Secret
  /** What a bot's name is put behind to make a link that opens its chat. */
  readonly chatUrl: string
}

/** The service that takes money on a page of its own. */
interface HostedPayments {
  readonly apiUrl: string
  readonly keyId: string
  readonly keySecret: Secret
  readonly webhookSecret: Secret
}

export interface Config {
  readonly host: string
  readonly port: number
  /** Where people reach the app; undefined: the address it listens on. */
  readonly publicUrl: string | undefined
  /** Folder of everything kept on this machine: the default store, the master key, logs. */
  readonly dataDir: string
  /** Undefined: the program starts its own PostgreSQL. */
  readonly databaseUrl: Secret | undefined
  /** Most connections each role keeps to the database. No code may hold one while it waits for another. */
  readonly databasePool: number
  /** What joins processes of several machines; undefined: a socket in the data folder joins those of this one. */
  readonly natsUrl: Secret | undefined
  /** 32 bytes as hexadecimal digits; undefined: a file in the data folder. */
  readonly masterKey: Secret | undefined
  /** Whether sessions are recorded into the data folder, and of how many days; undefined: they are not. */
  readonly record: { readonly keepDays: number } | undefined
  readonly logLevel: Environment['LOG_LEVEL']
  readonly roles: readonly Role[]
  /** Header our own proxy writes the client's address to. */
  readonly trustedProxyHeader: string | undefined
  /** Lower-case addresses whose verified owners operate the service. */
  readonly operatorEmails: readonly string[]
  /** `hours`: when support answers, as text; null: nothing is promised. */
  readonly support: { readonly email: string; readonly phone: string; readonly hours: string | null }
  /** Official channels elsewhere, and the forum; what is not named there is not. */
  readonly social: Readonly<Partial<Record<SocialChannel, string>>>
  readonly forumUrl: string | undefined
  /** Names our app at the broker's own order page, publicly; undefined: no order opens there. */
  readonly orderPageKey: string | undefined
  /** Where a film of the product is; undefined: the demo page takes its place. */
  readonly demoVideoUrl: string | undefined
  /** Under which registration of the regulator the seller acts, as every page names it; undefined: under none. */
  readonly registration: string | undefined
  readonly seller: Seller
  /** Address of the account whose closed days are public; undefined: there is none. */
  readonly showcaseAccount: string | undefined
  /** On only when the operator reported it: orders of live links reach the real broker. */
  readonly liveTrading: boolean
  readonly liveAlgoId: string | undefined
  /** What arming live execution takes of a user whose trades show no edge: a typed acknowledgement, or there is no way. */
  readonly liveWithoutEdge: Environment['LIVE_WITHOUT_EDGE']
  /** True when the outside world is the sandbox. */
  readonly sandbox: boolean
  readonly sandboxUrl: string
  /** Undefined: the machine's own clock. */
  readonly clockUrl: string | undefined
  /** The broker the market data comes from. */
  readonly marketUrls: BrokerUrls
  /** Where the links of users lead, by their kind. A kind without addresses is not offered, and trades nothing. */
  readonly brokers: { readonly paper: PaperExchange | undefined; readonly live: BrokerUrls | undefined }
  /** What paper trading is priced with; `off`: there is none. */
  readonly paperData: PaperData
  /** Undefined: no external sign-in. */
  readonly oidc: { readonly discoveryUrl: string; readonly clientId: string; readonly clientSecret: Secret } | undefined
  /** `requireTls`: a server that does not offer STARTTLS gets no mail. */
  readonly mail: { readonly smtpUrl: Secret; readonly from: string; readonly requireTls: boolean }
  /** Undefined: payments are the mock, which charges nothing. */
  readonly payments: HostedPayments | undefined
  /** Undefined: nothing is sent to Telegram. */
  readonly telegram: Telegram | undefined
  /** Undefined: nothing is sent to browsers. */
  readonly push: PushServices | undefined
  readonly newsFeeds: readonly string[]
  /** Where FII and DII figures come from; undefined: from nowhere. */
  readonly flowsFeed: string | undefined
}

/** Raised with one line that names the variable and what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads and checks the environment. An empty variable counts as not set. Throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(underCurrentNames(given))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new ConfigError(`${String(issue.path[0])}: ${issue.message}`)
  }
  const read = parsed.data
  const services = externalServices(read, Object.keys(given))
  if (!services.sandbox) refuseMockPayments(read)
  if (read.LIVE_TRADING === 'on') {
    if (services.sandbox) throw new ConfigError('LIVE_TRADING: cannot be on while the outside world is the sandbox')
    if (read.LIVE_ALGO_ID === undefined)
      throw new ConfigError("LIVE_TRADING: needs LIVE_ALGO_ID, the exchange's registration of the strategy")
  }
  return {
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    dataDir: read.STRIKEWISE_DATA ?? fileURLToPath(new URL('../../../.data', import.meta.url)),
    databaseUrl: read.DATABASE_URL,
    databasePool: read.DATABASE_POOL,
    natsUrl: read.NATS_URL,
    masterKey: read.MASTER_KEY,
    record: read.RECORD === 'on' ? { keepDays: read.RECORD_KEEP_DAYS } : undefined,
    logLevel: read.LOG_LEVEL,
    roles: read.ROLES,
    trustedProxyHeader: read.TRUSTED_PROXY_HEADER,
    operatorEmails: read.OPERATOR_EMAILS.map((email) => email.toLowerCase()),
    support: { email: read.SUPPORT_EMAIL, phone: read.SUPPORT_PHONE, hours: read.SUPPORT_HOURS ?? null },
    social: read.SOCIAL_LINKS,
    forumUrl: read.FORUM_URL,
    orderPageKey: read.ORDER_PAGE_KEY ?? (services.sandbox ? SANDBOX_ORDER_PAGE_KEY : undefined),
    demoVideoUrl: read.DEMO_VIDEO_URL,
    registration: read.SELLER_REGISTRATION,
    seller: {
      name: read.SELLER_NAME,
      address: read.SELLER_ADDRESS,
      gstin: read.SELLER_GSTIN ?? null,
      sac: read.SELLER_SAC ?? null,
    },
    showcaseAccount: read.SHOWCASE_ACCOUNT,
    liveTrading: read.LIVE_TRADING === 'on',
    liveAlgoId: read.LIVE_ALGO_ID,
    liveWithoutEdge: read.LIVE_WITHOUT_EDGE,
    payments: hostedPayments(read),
    ...services,
  }
}

/** Mock payments give every plan away, so beside a real broker they must be requested explicitly. */
function refuseMockPayments({ PAYMENTS, PAYMENTS_URL }: Environment): void {
  if (PAYMENTS_URL === undefined && PAYMENTS === undefined)
    throw new ConfigError(
      'PAYMENTS_URL: needed with a real broker; with PAYMENTS=mock anybody can take any plan for nothing',
    )
  if (PAYMENTS_URL !== undefined && PAYMENTS === 'mock')
    throw new ConfigError('PAYMENTS: is mock while PAYMENTS_URL names a provider; leave one of them out')
}

/** Refuses addresses on other machines without TLS, but for the variables ALLOW_PLAINTEXT names. */
function refusePlaintext(
  addresses: readonly (readonly [string, string | undefined])[],
  allowed: readonly string[],
): void {
  for (const [name, address] of addresses) {
    if (address === undefined || allowed.includes(name) || !isPlaintext(address)) continue
    const remedy = name === 'DATABASE_URL' ? 'add sslmode=verify-full' : 'use TLS'
    throw new ConfigError(`${name}: leads to another machine without TLS; ${remedy}, or name it in ALLOW_PLAINTEXT`)
  }
}

/** All of its settings, or none. */
function hostedPayments(read: Environment): HostedPayments | undefined {
  const { PAYMENTS_URL: apiUrl, PAYMENTS_KEY_ID: keyId } = read
  const { PAYMENTS_KEY_SECRET: keySecret, PAYMENTS_WEBHOOK_SECRET: webhookSecret } = read
  if (apiUrl === undefined) return undefined
  if (keyId === undefined) throw new ConfigError('PAYMENTS_KEY_ID: needed with PAYMENTS_URL')
  if (keySecret === undefined) throw new ConfigError('PAYMENTS_KEY_SECRET: needed with PAYMENTS_URL')
  if (webhookSecret === undefined) throw new ConfigError('PAYMENTS_WEBHOOK_SECRET: needed with PAYMENTS_URL')
  return { apiUrl, keyId, keySecret, webhookSecret }
}

type ExternalServices = Pick<
  Config,
  | 'sandbox'
  | 'sandboxUrl'
  | 'clockUrl'
  | 'marketUrls'
  | 'brokers'
  | 'paperData'
  | 'oidc'
  | 'mail'
  | 'telegram'
  | 'push'
  | 'newsFeeds'
  | 'flowsFeed'
>

/** Fills in the sandbox's addresses, and refuses a world that is half sandbox, half real. */
function externalServices(read: Environment, given: readonly string[]): ExternalServices {
  const sandboxUrl = read.SANDBOX_URL
  // A URL that may be switched off: undefined when it was set to `off`, the sandbox's when it was not set.
  const or = (name: keyof Environment, value: string | undefined, fallback: string) =>
    given.includes(name) ? value : fallback
  // Asked for what is not set alone: the sandbox speaks no protocol of a broker whose addresses are all given.
  const ofSandbox = () => sandboxBroker(sandboxUrl, 'KITE_API_URL, KITE_TICKER_URL, KITE_LOGIN_URL: set all of them')
  const broker = {
    apiUrl: read.KITE_API_URL ?? ofSandbox().apiUrl,
    tickerUrl: read.KITE_TICKER_URL ?? ofSandbox().tickerUrl,
    loginUrl: read.KITE_LOGIN_URL ?? ofSandbox().loginUrl,
  }
  const onSandbox = isSandboxUrl(broker.apiUrl, sandboxUrl)
  const discoveryUrl = or(
    'OIDC_DISCOVERY_URL',
    read.OIDC_DISCOVERY_URL,
    `${sandboxUrl}/oidc/.well-known/openid-configuration`,
  )
  const telegramUrl = or('TELEGRAM_API_URL', read.TELEGRAM_API_URL, `${sandboxUrl}/bot-api`)
  const smtpUrl = read.SMTP_URL ?? new Secret(DEFAULT_SANDBOX_SMTP_URL)
  const newsFeeds = read.NEWS_FEEDS ?? [`${sandboxUrl}/news/rss.xml`]
  // No real service is the obvious one: if omitted, none is asked.
  const isGiven = given.includes('FLOWS_FEED') || !onSandbox
  const flowsFeed = isGiven ? read.FLOWS_FEED : `${sandboxUrl}/fii-dii.json`
  // Real services come with real time: only a sandbox has a clock to follow.
  const clock = read.CLOCK_URL ?? (onSandbox ? `${sandboxUrl}/clock` : 'system')
  const addresses: [name: string, address: string | undefined][] = [
    ['KITE_API_URL', broker.apiUrl],
    ['KITE_TICKER_URL', broker.tickerUrl],
    ['KITE_LOGIN_URL', broker.loginUrl],
    ['OIDC_DISCOVERY_URL', discoveryUrl],
    ['TELEGRAM_API_URL', telegramUrl],
    ['PAYMENTS_URL', read.PAYMENTS_URL],
    ['SMTP_URL', smtpUrl.reveal()],
    ...newsFeeds.map((feed): [string, string] => ['NEWS_FEEDS', feed]),
    ['FLOWS_FEED', flowsFeed],
    ['CLOCK_URL', clock === 'system' ? undefined : clock],
  ]
  for (const [name, address] of addresses) {
    if (address === undefined || isSandboxUrl(address, sandboxUrl) === onSandbox) continue
    throw new ConfigError(
      onSandbox
        ? `${name}: points at a real service while KITE_API_URL is the sandbox; set all of them or none`
        : `${name}: points at the sandbox while KITE_API_URL is a real broker; set it to the real service`,
    )
  }
  const own = (secret: Secret | undefined) => secret?.reveal()
  refusePlaintext(
    [
      ['DATABASE_URL', own(read.DATABASE_URL)],
      ['NATS_URL', own(read.NATS_URL)],
      ['PAPER_EXCHANGE_URL', read.PAPER_EXCHANGE_URL],
      // A sandbox holds no real secret. Mail goes by STARTTLS, which its transport insists on.
      ...(onSandbox ? [] : addresses.filter(([name]) => name !== 'SMTP_URL')),
    ],
    read.ALLOW_PLAINTEXT,
  )
  const smtp = new URL(smtpUrl.reveal())
  return {
    sandbox: onSandbox,
    sandboxUrl,
    clockUrl: clock === 'system' ? undefined : clock,
    marketUrls: broker,
    ...paperOf(read, brokersOf(read, broker, onSandbox), onSandbox),
    oidc:
      discoveryUrl === undefined
        ? undefined
        : { discoveryUrl, clientId: read.OIDC_CLIENT_ID, clientSecret: read.OIDC_CLIENT_SECRET },
    mail: {
      smtpUrl,
      from: read.MAIL_FROM,
      requireTls: !onSandbox && !isLoopback(smtp.hostname) && !read.ALLOW_PLAINTEXT.includes('SMTP_URL'),
    },
    telegram: telegramUrl === undefined ? undefined : telegramAt(telegramUrl, read, onSandbox),
    push: pushServices(read, given, onSandbox),
    newsFeeds,
    flowsFeed,
  }
}

/** The sandbox's bot needs no real token; a real one's token must never be sent there. */
function telegramAt(apiUrl: string, read: Environment, onSandbox: boolean): Telegram {
  const { SANDBOX_URL: sandboxUrl, TELEGRAM_BOT_TOKEN: botToken } = read
  if (onSandbox) {
    if (botToken !== undefined)
      throw new ConfigError("TELEGRAM_BOT_TOKEN: is a real bot's, and Telegram is the sandbox; leave it out")
    return { apiUrl, botToken: SANDBOX_BOT_TOKEN, chatUrl: `${sandboxUrl}/t.me` }
  }
  if (botToken === undefined)
    throw new ConfigError('TELEGRAM_BOT_TOKEN: needed with TELEGRAM_API_URL; set it, or TELEGRAM_API_URL to off')
  return { apiUrl, botToken, chatUrl: 'https://t.me' }
}

/** A sandbox has a push service of its own; the addresses of real browsers are never sent to from there. */
function pushServices(
  { PUSH_SERVICES: hosts, SANDBOX_URL: sandboxUrl }: Environment,
  given: readonly string[],
  onSandbox: boolean,
): PushServices | undefined {
  if (given.includes('PUSH_SERVICES') && hosts === undefined) return undefined
  if (onSandbox && hosts !== undefined)
    throw new ConfigError('PUSH_SERVICES: names real services while KITE_API_URL is the sandbox; leave it out')
  return onSandbox ? { hosts: [], sandboxUrl } : { hosts: hosts ?? PUSH_HOSTS, sandboxUrl: undefined }
}

/**
 * Paper and live lead to different hosts, always: on a sandbox there is no live broker and the sandbox itself is the
 * paper exchange; with a real broker the paper exchange is a deployment of its own, or there is none.
 */
function brokersOf(read: Environment, broker: BrokerUrls, onSandbox: boolean): Config['brokers'] {
  const { PAPER_EXCHANGE_URL: given, PAPER_EXCHANGE_KEY: key } = read
  if (onSandbox) {
    if (given !== undefined)
      throw new ConfigError('PAPER_EXCHANGE_URL: the sandbox is the paper exchange already; leave it out')
    return { paper: { ...broker, controlsUrl: `${read.SANDBOX_URL}/sandbox`, key }, live: undefined }
  }
  if (given === undefined) return { paper: undefined, live: broker }
  const { host } = new URL(given)
  if (Object.values(broker).some((address) => new URL(address).host === host))
    throw new ConfigError('PAPER_EXCHANGE_URL: is the host of the real broker; paper orders must never reach it')
  if (key === undefined)
    throw new ConfigError(
      'PAPER_EXCHANGE_KEY: needed with PAPER_EXCHANGE_URL, the SANDBOX_CONTROL_KEY of that deployment',
    )
  return {
    paper: { ...sandboxBroker(given, 'PAPER_EXCHANGE_URL: leave it out'), controlsUrl: `${given}/sandbox`, key },
    live: broker,
  }
}

/** What paper is priced with; switched off, the addresses of its exchange are not used. */
function paperOf(
  { PAPER_DATA: given }: Environment,
  brokers: Config['brokers'],
  sandbox: boolean,
): Pick<Config, 'brokers' | 'paperData'> {
  const paperData = paperDataOf(given, { sandbox, exchange: brokers.paper !== undefined })
  if (typeof paperData === 'object') throw new ConfigError(`PAPER_DATA: ${paperData.refused}`)
  return { paperData, brokers: paperData === 'off' ? { ...brokers, paper: undefined } : brokers }
}

/** Where a sandbox at `url` serves the broker's protocol. `remedy`: what to set where it does not. */
function sandboxBroker(url: string, remedy: string): BrokerUrls {
  if (BROKER.sandboxUrls === undefined)
    throw new ConfigError(`${remedy}; the sandbox does not speak this broker’s protocol`)
  return BROKER.sandboxUrls(url)
}

/** Whether `address` is served by the sandbox at `sandboxUrl`: its HTTP port, or an unusual mail port on its host. */
function isSandboxUrl(address: string, sandboxUrl: string): boolean {
  const a = new URL(address)
  const sandbox = new URL(sandboxUrl)
  if (a.protocol === 'smtp:' || a.protocol === 'smtps:')
    return a.hostname === sandbox.hostname && !MAIL_PORTS.has(a.port)
  return a.host === sandbox.host
}

/** The settings as log fields, with no secret in them. */
export function describeConfig(config: Config): Record<string, unknown> {
  const store = config.databaseUrl
  return {
    ...config,
    databaseUrl: store === undefined ? 'own PostgreSQL' : withoutCredentials(store),
    masterKey: config.masterKey === undefined ? 'file in the data folder' : 'from MASTER_KEY',
    mail: { ...config.mail, smtpUrl: withoutCredentials(config.mail.smtpUrl) },
    clockUrl: config.clockUrl ?? 'system',
  }
}

function withoutCredentials(address: Secret): string {
  const { protocol, host, pathname } = new URL(address.reveal())
  return `${protocol}//${host}${pathname}`
}
