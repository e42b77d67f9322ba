import { isPlaintext } from '../plaintext.ts'
import type { Deployment } from './deployment.ts'
import type { ConfigRule, FindingLevel, RuleMatch } from './rule.ts'
import { isWeakKey } from './weak-key.ts'

/** The secret that stands in for one on a sandbox. */
const SANDBOX_CLIENT_SECRET = 'strikewise-sandbox'
/** Shorter, a secret that is shared with another program can be guessed. */
const MIN_SECRET_LENGTH = 16
/** Addresses that the defaults name and that reach no mailbox. */
const EXAMPLE_DOMAIN = /\.example>?$/
/** Variables whose addresses carry the keys, the logins or the money of users. */
const NEVER_PLAINTEXT: readonly string[] = [
  'KITE_API_URL',
  'KITE_TICKER_URL',
  'KITE_LOGIN_URL',
  'OIDC_DISCOVERY_URL',
  'PAYMENTS_URL',
  'TELEGRAM_API_URL',
]

/** What must not be so in production: beside a real broker, or where `check-config` is asked to judge as if there were one. */
export const PRODUCTION_RULES: readonly ConfigRule[] = [
  ...rules('refused', plainPublicUrl, weakMasterKey),
  ...rules(
    'unsafe',
    sandboxServices,
    sandboxClientSecret,
    givenAwayPlans,
    plaintextToServices,
    proxySeenAsVisitor,
    proxyHeaderFromEveryone,
    weakSharedSecrets,
    ownStore,
    nothingShared,
    silentLog,
    noOperator,
    exampleMail,
  ),
  ...rules('warning', loneOperator, keyInDataFolder, plaintextInside, unfinishedRotation, wordyLog, unregisteredSeller),
]

function rules(level: FindingLevel, ...checks: readonly ConfigRule['check'][]): readonly ConfigRule[] {
  return checks.map((check) => ({ level, check }))
}

const when = (applies: boolean, ...match: RuleMatch): readonly RuleMatch[] => (applies ? [match] : [])

/** Browsers take the session cookie over TLS alone, and a password sent without it is readable on its way. */
function plainPublicUrl({ read: { PUBLIC_URL: url } }: Deployment): readonly RuleMatch[] {
  return when(
    url !== undefined && isPlaintext(url),
    'PUBLIC_URL',
    'is plain http: passwords and sessions are readable on their way; set the https address of the proxy',
  )
}

/** The first key seals. The one behind it may be weak: it is being rotated out. */
function weakMasterKey({ read }: Deployment): readonly RuleMatch[] {
  const key = read.MASTER_KEY?.reveal().split(',')[0]
  return when(
    key !== undefined && isWeakKey(key),
    'MASTER_KEY',
    'can be guessed, it is no random value; make one with `openssl rand -hex 32` and rotate to it',
  )
}

function sandboxClientSecret({ sandbox, discoveryUrl, read }: Deployment): readonly RuleMatch[] {
  return when(
    !sandbox && discoveryUrl !== undefined && read.OIDC_CLIENT_SECRET.reveal() === SANDBOX_CLIENT_SECRET,
    'OIDC_CLIENT_SECRET',
    "is the sandbox's, which is public; set the provider's, or OIDC_DISCOVERY_URL to off",
  )
}

function sandboxServices({ sandbox }: Deployment): readonly RuleMatch[] {
  return when(
    sandbox,
    'KITE_API_URL',
    'is the sandbox, whose market, money and mail are simulated; set the addresses of the real services',
  )
}

function givenAwayPlans({ sandbox, read }: Deployment): readonly RuleMatch[] {
  return when(
    read.PAYMENTS === 'mock' || (sandbox && read.PAYMENTS_URL === undefined),
    read.PAYMENTS === 'mock' ? 'PAYMENTS' : 'PAYMENTS_URL',
    'payments are the mock, which confirms every payment and charges nothing; set PAYMENTS_URL and its keys, and leave PAYMENTS out',
  )
}

/** The plaintext that ALLOW_PLAINTEXT lets a start accept, where it carries what belongs to users. */
function plaintextToServices({ services, read }: Deployment): readonly RuleMatch[] {
  return services
    .filter(([name, url]) => NEVER_PLAINTEXT.includes(name) && url !== undefined && isPlaintext(url))
    .filter(([name]) => read.ALLOW_PLAINTEXT.includes(name))
    .map(([name]) => [
      name,
      'leads to another machine without TLS, with the keys or logins of users; use TLS, and take it out of ALLOW_PLAINTEXT',
    ])
}

/** TLS ends at a proxy: without its header each visitor has its address, and what is for this machine alone is open. */
function proxySeenAsVisitor({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.PUBLIC_URL?.startsWith('https:') === true && read.TRUSTED_PROXY_HEADER === undefined,
    'TRUSTED_PROXY_HEADER',
    'not set behind a proxy: all visitors share one address and its limits, and /metrics is open; set the header to which the proxy appends the address',
  )
}

/** The header is believed of every peer, so no peer but the proxy may reach the port. */
function proxyHeaderFromEveryone({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.TRUSTED_PROXY_HEADER !== undefined && (read.HOST === '0.0.0.0' || read.HOST === '::'),
    'HOST',
    'listens on every network while TRUSTED_PROXY_HEADER is believed of every caller, who can write any address there; set the address of the network that the proxy alone is in',
  )
}

function weakSharedSecrets({ read }: Deployment): readonly RuleMatch[] {
  const names = ['PAPER_EXCHANGE_KEY', 'PAYMENTS_WEBHOOK_SECRET'] as const
  return names
    .filter((name) => (read[name]?.reveal().length ?? MIN_SECRET_LENGTH) < MIN_SECRET_LENGTH)
    .map((name) => [
      name,
      `has fewer than ${MIN_SECRET_LENGTH} characters; make one with \`openssl rand -hex 32\` and set it on both sides`,
    ])
}

function ownStore({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.DATABASE_URL === undefined,
    'DATABASE_URL',
    "not set: the program's own PostgreSQL is for evaluation and has no backups; set the address of a PostgreSQL that has them",
  )
}

/** Processes on several machines that do not share the store or the key cannot read each other's rows. */
function nothingShared({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.NATS_URL !== undefined && read.MASTER_KEY === undefined,
    'MASTER_KEY',
    'not set with NATS_URL: each machine makes a key that the others lack; set the same key for every process',
  )
}

function silentLog({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.LOG_LEVEL === 'silent' || read.LOG_LEVEL === 'fatal',
    'LOG_LEVEL',
    'leaves the alarms out of the log; set info',
  )
}

function noOperator({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.OPERATOR_EMAILS.length === 0,
    'OPERATOR_EMAILS',
    'names no operator, so that no account can start the market data session or stop all trading; set the addresses of two operators',
  )
}

function loneOperator({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.OPERATOR_EMAILS.length === 1,
    'OPERATOR_EMAILS',
    'names one operator, whose requests no second one approves: egress addresses, and refunds above REFUND_ALONE_UP_TO; set the addresses of two',
  )
}

function exampleMail({ read }: Deployment): readonly RuleMatch[] {
  const remedy = 'set an address that you receive'
  return [
    ...when(EXAMPLE_DOMAIN.test(read.SUPPORT_EMAIL), 'SUPPORT_EMAIL', `reaches no mailbox; ${remedy}`),
    ...when(EXAMPLE_DOMAIN.test(read.MAIL_FROM), 'MAIL_FROM', `is rejected by mail servers; ${remedy}`),
  ]
}

function keyInDataFolder({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.MASTER_KEY === undefined && read.NATS_URL === undefined,
    'MASTER_KEY',
    'is a file in the data folder; copy it to a place apart from the backups of the store, or set the variable',
  )
}

function plaintextInside({ read }: Deployment): readonly RuleMatch[] {
  return read.ALLOW_PLAINTEXT.filter((name) => !NEVER_PLAINTEXT.includes(name)).map((name) => [
    'ALLOW_PLAINTEXT',
    `lets ${name} leave the machine without TLS; use TLS unless the network is private`,
  ])
}

function unfinishedRotation({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.MASTER_KEY?.reveal().includes(',') === true,
    'MASTER_KEY',
    'holds the previous key too; finish the rotation with `npm run rotate-keys`, then leave the previous key out',
  )
}

function wordyLog({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.LOG_LEVEL === 'debug' || read.LOG_LEVEL === 'trace',
    'LOG_LEVEL',
    `is ${read.LOG_LEVEL}, which fills disks and slows the roles; set info`,
  )
}

function unregisteredSeller({ read }: Deployment): readonly RuleMatch[] {
  return when(
    read.SELLER_REGISTRATION === undefined,
    'SELLER_REGISTRATION',
    'not set: regulations require it on every page where signals are sold; set the registration of the seller',
  )
}
