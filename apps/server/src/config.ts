// @invariant paper-apart-from-live
import { fileURLToPath } from 'node:url'
import type { BrokerUrls } from '@strikewise/brokers/broker-account.ts'
import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import type { PaperData } from '@strikewise/domain/trading/paper-data.ts'
import type { SocialChannel } from '@strikewise/wire/service.ts'
import type { Seller } from '@strikewise/plans/seller.ts'
import type { PushServices } from './alerts/push/push-services.ts'
import { ConfigError } from './configuration/config-error.ts'
import { type Deployment, sandboxBroker } from './configuration/deployment.ts'
import { judgeSettings } from './configuration/judge-settings.ts'
import type { Environment, Role } from './environment.ts'
import { paperDataOf } from './paper-data.ts'
import { isLoopback } from './plaintext.ts'
import { Secret } from './secret.ts'

const SANDBOX_BOT_TOKEN = new Secret('1001:strikewise-sandbox')
/** The app that the sandbox's order page takes. */
const SANDBOX_ORDER_PAGE_KEY = 'sandbox-order-page'
/** Where the data folder is unless it is configured: `.data` of the project. */
export const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../../.data', import.meta.url))
/** Push services of the browsers: Chrome and Edge, Firefox, Safari, Edge on Windows. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]
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
  /** How long the role `web` serves on after it was asked to end. */
  readonly drainSeconds: number
  /** What joins processes of several machines; undefined: a socket in the data folder joins those of this one. */
  /** Servers of one NATS cluster; undefined: the processes of one machine share a socket. */
  readonly natsServers: readonly Secret[] | undefined
  /** 32 bytes as hexadecimal digits; undefined: a file in the data folder. */
  readonly masterKey: Secret | undefined
  /** Whether sessions are recorded into the data folder, and of how many days; undefined: they are not. */
  readonly record: { readonly keepDays: number } | undefined
  /**
   * Whether recorded days are stored as chains a minute each night, and for how many days until an operator sets
   * another number; undefined: they are not.
   */
  readonly history: { readonly keepDays: number } | undefined
  readonly logLevel: Environment['LOG_LEVEL']
  readonly roles: readonly Role[]
  /** Header our own proxy writes the client's address to. */
  readonly trustedProxyHeader: string | undefined
  /** Lower-case addresses whose verified owners operate the service. */
  readonly operatorEmails: readonly string[]
  /** Refunds up to this much take one operator. */
  readonly refundAloneUpTo: Paise
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
  /** `mailto:` addresses and time-stamp authorities outside that get the roots of the public record. */
  readonly recordAnchors: readonly string[]
  /** Files with the certificates (PEM) that time stamps must lead to; on the sandbox the address of its own. */
  readonly anchorCertificates: readonly string[]
}

/** Reads and checks the environment. An empty variable counts as not set. Throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { deployment, findings } = judgeSettings(env)
  const refused = findings.find(({ level }) => level === 'refused')
  if (refused !== undefined) throw new ConfigError(refused.setting, refused.message)
  const { read, sandbox } = deployment!
  return {
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    dataDir: read.STRIKEWISE_DATA ?? DEFAULT_DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databasePool: read.DATABASE_POOL,
    drainSeconds: read.DRAIN_SECONDS,
    natsServers: read.NATS_URL,
    masterKey: read.MASTER_KEY,
    record: read.RECORD === 'on' ? { keepDays: read.RECORD_KEEP_DAYS } : undefined,
    history: read.RECORD === 'on' && read.HISTORY === 'on' ? { keepDays: read.HISTORY_KEEP_DAYS } : undefined,
    logLevel: read.LOG_LEVEL,
    roles: read.ROLES,
    trustedProxyHeader: read.TRUSTED_PROXY_HEADER,
    operatorEmails: read.OPERATOR_EMAILS.map((email) => email.toLowerCase()),
    refundAloneUpTo: paiseFromRupees(read.REFUND_ALONE_UP_TO),
    support: { email: read.SUPPORT_EMAIL, phone: read.SUPPORT_PHONE, hours: read.SUPPORT_HOURS ?? null },
    social: read.SOCIAL_LINKS,
    forumUrl: read.FORUM_URL,
    orderPageKey: read.ORDER_PAGE_KEY ?? (sandbox ? SANDBOX_ORDER_PAGE_KEY : undefined),
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
    ...externalServices(deployment!),
  }
}

/** A setting without which another one means nothing. The rules name it first; what is built here never lacks it. */
function needed<T>(value: T | undefined, name: keyof Environment): T {
  if (value === undefined) throw new ConfigError(name, 'needed')
  return value
}

function hostedPayments(read: Environment): HostedPayments | undefined {
  if (read.PAYMENTS_URL === undefined) return undefined
  return {
    apiUrl: read.PAYMENTS_URL,
    keyId: needed(read.PAYMENTS_KEY_ID, 'PAYMENTS_KEY_ID'),
    keySecret: needed(read.PAYMENTS_KEY_SECRET, 'PAYMENTS_KEY_SECRET'),
    webhookSecret: needed(read.PAYMENTS_WEBHOOK_SECRET, 'PAYMENTS_WEBHOOK_SECRET'),
  }
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
  | 'recordAnchors'
  | 'anchorCertificates'
>

function externalServices(deployment: Deployment): ExternalServices {
  const { read, sandbox, broker, discoveryUrl, smtpUrl } = deployment
  const smtp = new URL(smtpUrl.reveal())
  return {
    sandbox,
    sandboxUrl: read.SANDBOX_URL,
    clockUrl: deployment.clockUrl,
    marketUrls: broker,
    ...paperOf(deployment),
    oidc:
      discoveryUrl === undefined
        ? undefined
        : { discoveryUrl, clientId: read.OIDC_CLIENT_ID, clientSecret: read.OIDC_CLIENT_SECRET },
    mail: {
      smtpUrl,
      from: read.MAIL_FROM,
      requireTls: !sandbox && !isLoopback(smtp.hostname) && !read.ALLOW_PLAINTEXT.includes('SMTP_URL'),
    },
    telegram: telegramOf(deployment),
    push: pushServices(deployment),
    newsFeeds: deployment.newsFeeds,
    flowsFeed: deployment.flowsFeed,
    recordAnchors: deployment.recordAnchors,
    anchorCertificates: deployment.anchorCertificates,
  }
}

function telegramOf({ telegramUrl: apiUrl, sandbox, read }: Deployment): Telegram | undefined {
  if (apiUrl === undefined) return undefined
  if (sandbox) return { apiUrl, botToken: SANDBOX_BOT_TOKEN, chatUrl: `${read.SANDBOX_URL}/t.me` }
  return { apiUrl, botToken: needed(read.TELEGRAM_BOT_TOKEN, 'TELEGRAM_BOT_TOKEN'), chatUrl: 'https://t.me' }
}

function pushServices({ given, sandbox, read }: Deployment): PushServices | undefined {
  if (given.has('PUSH_SERVICES') && read.PUSH_SERVICES === undefined) return undefined
  return sandbox
    ? { hosts: [], sandboxUrl: read.SANDBOX_URL }
    : { hosts: read.PUSH_SERVICES ?? PUSH_HOSTS, sandboxUrl: undefined }
}

/** On a sandbox it is the paper exchange, and there is no live broker. */
function brokersOf({ read, broker, sandbox }: Deployment): Config['brokers'] {
  const { PAPER_EXCHANGE_URL: exchange, PAPER_EXCHANGE_KEY: key } = read
  if (sandbox) return { paper: { ...broker, controlsUrl: `${read.SANDBOX_URL}/sandbox`, key }, live: undefined }
  if (exchange === undefined) return { paper: undefined, live: broker }
  return {
    paper: {
      ...sandboxBroker(exchange, 'PAPER_EXCHANGE_URL', 'leave it out'),
      controlsUrl: `${exchange}/sandbox`,
      key: needed(key, 'PAPER_EXCHANGE_KEY'),
    },
    live: broker,
  }
}

/** What paper is priced with; switched off, the addresses of its exchange are not used. */
function paperOf(deployment: Deployment): Pick<Config, 'brokers' | 'paperData'> {
  const brokers = brokersOf(deployment)
  const { sandbox, read } = deployment
  const paperData = paperDataOf(read.PAPER_DATA, { sandbox, exchange: brokers.paper !== undefined })
  if (typeof paperData === 'object') throw new ConfigError('PAPER_DATA', paperData.refused)
  return { paperData, brokers: paperData === 'off' ? { ...brokers, paper: undefined } : brokers }
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
