import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { SOCIAL_CHANNELS, type SocialChannel } from '@strikewise/wire/service.ts'
import * as z from 'zod'
import { PAPER_DATA_VALUES } from './paper-data.ts'
import { Secret } from './secret.ts'

export const ROLES = ['web', 'market', 'trader', 'notifier'] as const
export type Role = (typeof ROLES)[number]

const url = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)), {
      error: `must be an address that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`,
    })
    .transform((text) => text.replace(/\/+$/, ''))
const http = url('http', 'https')
/** Addresses of one NATS cluster. The client gives the same login to whichever server it reaches. */
const natsServers = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(url('nats', 'tls')))
  .refine((addresses) => new Set(addresses.map(loginOf)).size === 1, {
    error: 'must have the same scheme and login in each of its addresses',
  })
  .transform((addresses) => addresses.map((text) => new Secret(text)))
const offOr = (schema: typeof http) => z.union([z.literal('off').transform(() => undefined), schema])
const secret = z
  .string()
  .min(1)
  .transform((text) => new Secret(text))
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
/** A host name, or with `*.` before it every name below it. An address in digits is none. */
const hostName = z
  .string()
  .regex(
    /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/,
    'must be host names separated by commas, such as fcm.googleapis.com or *.push.apple.com, or `off`',
  )
const port = z.coerce.number('must be a port, 0 to 65535').int().min(0).max(65_535)
const expand = (path: string) => resolve(path.replace(/^~(?=\/|$)/, homedir()))

function loginOf(address: string): string {
  const { protocol, username, password } = new URL(address)
  return `${protocol}//${username}:${password}@`
}

/** `name=address` pairs of the operator's official channels. */
function socialLinks(pairs: readonly string[], context: z.RefinementCtx): Partial<Record<SocialChannel, string>> {
  const links: Partial<Record<SocialChannel, string>> = {}
  for (const pair of pairs) {
    const [name, ...rest] = pair.split('=')
    const channel = SOCIAL_CHANNELS.find((known) => known === name)
    const address = http.safeParse(rest.join('='))
    if (channel === undefined || !address.success)
      context.addIssue(
        `must be name=https://… pairs separated by commas, with names out of ${SOCIAL_CHANNELS.join(', ')}`,
      )
    else links[channel] = address.data
  }
  return links
}

/** Every variable the server reads. Those without a default are optional or follow from the sandbox's address. */
export const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: http.optional(),
  DRAIN_SECONDS: z.coerce.number('must be a number of seconds, 0 to 300').min(0).max(300).default(0),
  STRIKEWISE_DATA: z.string().min(1).transform(expand).optional(),
  DATABASE_URL: url('postgres', 'postgresql')
    .transform((text) => new Secret(text))
    .optional(),
  ALLOW_PLAINTEXT: list.default([]),
  DATABASE_POOL: z.coerce.number('must be a number of connections, 1 to 100').int().min(1).max(100).default(8),
  NATS_URL: natsServers.optional(),
  MASTER_KEY: z
    .string()
    .regex(
      /^[0-9a-f]{64}(?:,[0-9a-f]{64})?$/i,
      'must be 64 hexadecimal digits (32 random bytes), with the previous key behind a comma while it is being rotated',
    )
    .transform((text) => new Secret(text))
    .optional(),
  RECORD_ANCHORS: list
    .pipe(
      z.array(
        z
          .string()
          .refine(
            (text) =>
              /^mailto:[^@\s?,]+@[^@\s?,]+$/.test(text) || (/^https?:\/\/[^@\s]+$/.test(text) && URL.canParse(text)),
            'must be mailto: addresses, or https:// addresses of time-stamp authorities, separated by commas',
          ),
      ),
    )
    .optional(),
  RECORD_ANCHOR_CA: list.pipe(z.array(z.string().transform(expand)).min(1)).optional(),
  RECORD: z.enum(['on', 'off']).default('on'),
  RECORD_KEEP_DAYS: z.coerce.number('must be a number of days, 1 to 3650').int().min(1).max(3650).default(14),
  HISTORY: z.enum(['on', 'off']).default('on'),
  HISTORY_KEEP_DAYS: z.coerce.number('must be a number of days, 1 to 3650').int().min(1).max(3650).default(400),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ROLES: list
    .pipe(z.array(z.enum(ROLES, `must name roles out of ${ROLES.join(', ')}, separated by commas`)).min(1))
    .default([...ROLES]),
  TRUSTED_PROXY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'must be the name of a header')
    .toLowerCase()
    .optional(),
  OPERATOR_EMAILS: list.pipe(z.array(z.email('must be email addresses separated by commas'))).default([]),
  REFUND_ALONE_UP_TO: z.coerce.number('must be an amount in rupees, 0 or more').min(0).multipleOf(0.01).default(5000),
  SUPPORT_EMAIL: z.email().default('support@strikewise.example'),
  SUPPORT_HOURS: z.string().min(1).max(200).optional(),
  SUPPORT_PHONE: z.string().max(30).default('+91 80 4000 0000'),
  SOCIAL_LINKS: list.pipe(z.array(z.string()).transform(socialLinks)).default({}),
  FORUM_URL: http.optional(),
  ORDER_PAGE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the API key of an app for order pages')
    .optional(),
  DEMO_VIDEO_URL: http.optional(),
  SELLER_NAME: z.string().min(1).max(200).default('Strikewise'),
  SELLER_ADDRESS: z.string().max(300).default(''),
  SELLER_REGISTRATION: z.string().max(200).optional(),
  SELLER_GSTIN: z
    .string()
    .regex(/^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'must be a GSTIN: 15 characters, capitals and digits')
    .optional(),
  SELLER_SAC: z
    .string()
    .regex(/^99[0-9]{4}$/, 'must be a services accounting code: six digits that begin with 99')
    .optional(),
  SHOWCASE_ACCOUNT: z.email('must be the email address of an account').toLowerCase().optional(),
  LIVE_TRADING: z.enum(['on', 'off']).default('off'),
  LIVE_ALGO_ID: z.string().min(1).max(64).optional(),
  LIVE_WITHOUT_EDGE: z.enum(['acknowledge', 'forbid']).default('acknowledge'),
  SANDBOX_URL: http.default('http://127.0.0.1:8090'),
  CLOCK_URL: z.union([z.literal('system'), http]).optional(),
  KITE_API_URL: http.optional(),
  KITE_TICKER_URL: url('ws', 'wss').optional(),
  KITE_LOGIN_URL: http.optional(),
  PAPER_DATA: z
    .enum(PAPER_DATA_VALUES, 'must be live, simulated or off; leave it out for what the deployment has')
    .optional(),
  PAPER_EXCHANGE_URL: http.optional(),
  PAPER_EXCHANGE_KEY: secret.optional(),
  OIDC_DISCOVERY_URL: offOr(http).optional(),
  OIDC_CLIENT_ID: z.string().min(1).default('strikewise'),
  OIDC_CLIENT_SECRET: secret.default(new Secret('strikewise-sandbox')),
  PAYMENTS: z.literal('mock', 'must be `mock`, or not set').optional(),
  PAYMENTS_URL: http.optional(),
  PAYMENTS_KEY_ID: z.string().min(1).max(100).optional(),
  PAYMENTS_KEY_SECRET: secret.optional(),
  PAYMENTS_WEBHOOK_SECRET: secret.optional(),
  SMTP_URL: url('smtp', 'smtps')
    .transform((text) => new Secret(text))
    .optional(),
  MAIL_FROM: z.string().min(3).max(200).default('Strikewise <no-reply@strikewise.example>'),
  TELEGRAM_API_URL: offOr(http).optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^[0-9]+:[A-Za-z0-9_-]+$/, 'must be a token as the BotFather gives it')
    .transform((text) => new Secret(text))
    .optional(),
  PUSH_SERVICES: z.union([z.literal('off').transform(() => undefined), list.pipe(z.array(hostName).min(1))]).optional(),
  NEWS_FEEDS: list.pipe(z.array(http)).optional(),
  FLOWS_FEED: offOr(http).optional(),
})

/** What was read, checked one by one. */
export type Environment = z.output<typeof environment>

/** Variables that have another name since: the value of the former one is read where the current one is not set. */
export const FORMER_NAMES: Readonly<Record<string, keyof Environment>> = { HOUSE_ACCOUNT: 'SHOWCASE_ACCOUNT' }

/** The variables under their current names. */
export function underCurrentNames(
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const current = { ...given }
  for (const [former, name] of Object.entries(FORMER_NAMES)) current[name] ??= given[former]
  return current
}

/** The names of all variables, as .env.example lists them. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape)
