// @invariant paper-apart-from-live
import { readFileSync } from 'node:fs'
import { pemCertificates } from '@strikewise/public-log/pem-certificates.ts'
import { timeStampAuthorities } from '../public-log/time-stamp-authorities.ts'
import { paperDataOf } from '../paper-data.ts'
import { isPlaintext } from '../plaintext.ts'
import { type Deployment, isSandboxUrl } from './deployment.ts'
import type { ConfigRule, RuleMatch } from './rule.ts'

/** What no server starts with, on a sandbox or beside a real broker, in the order in which a start names the first. */
export const START_RULES: readonly ConfigRule[] = [
  mixedServices,
  plaintextAddresses,
  paperExchange,
  paperPrices,
  telegramToken,
  pushServices,
  mockPayments,
  liveTrading,
  halfPayments,
  anchorCertificates,
].map((check) => ({ level: 'refused', check }))

/** A world that is half sandbox, half real. */
function mixedServices({ services, sandbox, read }: Deployment): readonly RuleMatch[] {
  return services
    .filter(([, address]) => address !== undefined && isSandboxUrl(address, read.SANDBOX_URL) !== sandbox)
    .map(([name]) => [
      name,
      sandbox
        ? 'points at a real service while KITE_API_URL is the sandbox; set all of them or none'
        : 'points at the sandbox while KITE_API_URL is a real broker; set it to the real service',
    ])
}

/** Addresses on other machines without TLS, but for the variables that ALLOW_PLAINTEXT names. */
function plaintextAddresses({ services, sandbox, read }: Deployment): readonly RuleMatch[] {
  const addresses: Deployment['services'] = [
    ['DATABASE_URL', read.DATABASE_URL?.reveal()],
    ['NATS_URL', read.NATS_URL?.map((address) => address.reveal()).find(isPlaintext)],
    ['PAPER_EXCHANGE_URL', read.PAPER_EXCHANGE_URL],
    // A sandbox holds no real secret. Mail goes by STARTTLS, which its transport insists on. What goes to a time-stamp
    // authority is public, and its reply is signed: many of them have no TLS.
    ...(sandbox ? [] : services.filter(([name]) => name !== 'SMTP_URL' && name !== 'RECORD_ANCHORS')),
  ]
  return addresses
    .filter(([name, address]) => address !== undefined && !read.ALLOW_PLAINTEXT.includes(name) && isPlaintext(address))
    .map(([name]) => {
      const remedy = name === 'DATABASE_URL' ? 'add sslmode=verify-full' : 'use TLS'
      return [name, `leads to another machine without TLS; ${remedy}, or name it in ALLOW_PLAINTEXT`]
    })
}

/**
 * Paper and live lead to different hosts, always: on a sandbox there is no live broker and the sandbox itself is the
 * paper exchange; with a real broker the paper exchange is a deployment of its own, or there is none.
 */
function paperExchange({ broker, sandbox, read }: Deployment): readonly RuleMatch[] {
  const { PAPER_EXCHANGE_URL: given, PAPER_EXCHANGE_KEY: key } = read
  if (given === undefined) return []
  if (sandbox) return [['PAPER_EXCHANGE_URL', 'the sandbox is the paper exchange already; leave it out']]
  const { host } = new URL(given)
  if (Object.values(broker).some((address) => new URL(address).host === host))
    return [['PAPER_EXCHANGE_URL', 'is the host of the real broker; paper orders must never reach it']]
  if (key === undefined)
    return [['PAPER_EXCHANGE_KEY', 'needed with PAPER_EXCHANGE_URL, the SANDBOX_CONTROL_KEY of that deployment']]
  return []
}

/** Paper prices that the deployment does not have, or that are presented as what they are not. */
function paperPrices({ sandbox, read }: Deployment): readonly RuleMatch[] {
  const exchange = sandbox || read.PAPER_EXCHANGE_URL !== undefined
  const data = paperDataOf(read.PAPER_DATA, { sandbox, exchange })
  return typeof data === 'object' ? [['PAPER_DATA', data.refused]] : []
}

/** The sandbox's bot needs no real token; a real one's token must never be sent there. */
function telegramToken({ sandbox, telegramUrl, read }: Deployment): readonly RuleMatch[] {
  if (telegramUrl === undefined || sandbox === (read.TELEGRAM_BOT_TOKEN === undefined)) return []
  return sandbox
    ? [['TELEGRAM_BOT_TOKEN', "is a real bot's, and Telegram is the sandbox; leave it out"]]
    : [['TELEGRAM_BOT_TOKEN', 'needed with TELEGRAM_API_URL; set it, or TELEGRAM_API_URL to off']]
}

/** A sandbox has a push service of its own; the addresses of real browsers are never sent to from there. */
function pushServices({ sandbox, read }: Deployment): readonly RuleMatch[] {
  return sandbox && read.PUSH_SERVICES !== undefined
    ? [['PUSH_SERVICES', 'names real services while KITE_API_URL is the sandbox; leave it out']]
    : []
}

/** Mock payments give every plan away, so beside a real broker they must be requested explicitly. */
function mockPayments({ sandbox, read: { PAYMENTS, PAYMENTS_URL } }: Deployment): readonly RuleMatch[] {
  if (sandbox) return []
  if (PAYMENTS_URL === undefined && PAYMENTS === undefined)
    return [['PAYMENTS_URL', 'needed with a real broker; with PAYMENTS=mock any user can take any plan for nothing']]
  if (PAYMENTS_URL !== undefined && PAYMENTS === 'mock')
    return [['PAYMENTS', 'is mock while PAYMENTS_URL names a provider; leave one of them out']]
  return []
}

function liveTrading({ sandbox, read }: Deployment): readonly RuleMatch[] {
  if (read.LIVE_TRADING === 'off') return []
  if (sandbox) return [['LIVE_TRADING', 'cannot be on while the outside world is the sandbox']]
  return read.LIVE_ALGO_ID === undefined
    ? [['LIVE_TRADING', "needs LIVE_ALGO_ID, the exchange's registration of the strategy"]]
    : []
}

/** A provider of payments has all of its settings, or none. */
function halfPayments({ read }: Deployment): readonly RuleMatch[] {
  if (read.PAYMENTS_URL === undefined) return []
  const names = ['PAYMENTS_KEY_ID', 'PAYMENTS_KEY_SECRET', 'PAYMENTS_WEBHOOK_SECRET'] as const
  return names.filter((name) => read[name] === undefined).map((name) => [name, 'needed with PAYMENTS_URL'])
}

/** A time stamp proves no more than the certificate that it leads to. The notifier alone reads them. */
function anchorCertificates({ sandbox, read }: Deployment): readonly RuleMatch[] {
  const { RECORD_ANCHORS: anchors = [], RECORD_ANCHOR_CA: files } = read
  if (files !== undefined)
    return read.ROLES.includes('notifier')
      ? files.flatMap((file) => {
          const fault = certificatesFault(file)
          return fault === undefined ? [] : [['RECORD_ANCHOR_CA', `${file}: ${fault}`] as const]
        })
      : []
  return sandbox || timeStampAuthorities(anchors).length === 0
    ? []
    : [
        [
          'RECORD_ANCHOR_CA',
          'needed with a time-stamp authority in RECORD_ANCHORS; name files of its certificates in PEM',
        ],
      ]
}

/** Why the certificates in a file cannot be used; undefined: they can. */
function certificatesFault(file: string): string | undefined {
  try {
    pemCertificates(readFileSync(file, 'latin1'))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
