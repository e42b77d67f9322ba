import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { VARIABLES } from '../environment.ts'
import { checkConfig, type ConfigReport, reportLines } from './check-config.ts'
import { filesOfNode, readSettingsFile } from './setting-sources.ts'

const random = (name: string) => createHash('sha256').update(name).digest('hex')

/** A deployment that nothing speaks against. */
const SAFE = {
  PUBLIC_URL: 'https://trade.example.org',
  TRUSTED_PROXY_HEADER: 'x-forwarded-for',
  DATABASE_URL: 'postgres://app:store-password-1234@db.example.org/strikewise?sslmode=verify-full',
  MASTER_KEY: random('master'),
  OPERATOR_EMAILS: 'one@trade.example.org,two@trade.example.org',
  SUPPORT_EMAIL: 'support@trade.example.org',
  MAIL_FROM: 'Strikewise <no-reply@trade.example.org>',
  SELLER_REGISTRATION: 'INH000000000',
  KITE_API_URL: 'https://api.kite.trade',
  KITE_TICKER_URL: 'wss://ws.kite.trade',
  KITE_LOGIN_URL: 'https://kite.zerodha.com/connect/login',
  OIDC_DISCOVERY_URL: 'https://accounts.google.com/.well-known/openid-configuration',
  OIDC_CLIENT_SECRET: random('oidc'),
  TELEGRAM_API_URL: 'https://api.telegram.org',
  TELEGRAM_BOT_TOKEN: `123:${random('bot')}`,
  SMTP_URL: 'smtps://user:mail-password@mail.example.org:465',
  NEWS_FEEDS: 'https://reader:feed-password@news.example.org/a.xml?token=feed-token',
  PAYMENTS_URL: 'https://api.razorpay.com',
  PAYMENTS_KEY_ID: 'rzp_live_1',
  PAYMENTS_KEY_SECRET: random('payments'),
  PAYMENTS_WEBHOOK_SECRET: random('webhook'),
}
const NO_PAYMENTS = { PAYMENTS_URL: '', PAYMENTS_KEY_ID: '', PAYMENTS_KEY_SECRET: '', PAYMENTS_WEBHOOK_SECRET: '' }
const PAPER = { PAPER_EXCHANGE_URL: 'https://paper.example.org', PAPER_EXCHANGE_KEY: random('paper') }

const folder = mkdtempSync(join(tmpdir(), 'check-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string, variables: Record<string, string>) => {
  const path = join(folder, name)
  writeFileSync(
    path,
    Object.entries(variables)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  return path
}
const rowOf = ({ settings }: ConfigReport, name: string) => settings.find((row) => row.name === name)
const run = (args: readonly string[], env: Record<string, string> = {}, nodeArgs: readonly string[] = []) => {
  const main = new URL('main.ts', import.meta.url).pathname
  return spawnSync(process.execPath, [...nodeArgs, main, ...args], { env, encoding: 'utf8' })
}

type Case = readonly [what: string, change: Record<string, string>, level: string, line: RegExp]

const UNSAFE: readonly Case[] = [
  ['payments that were not chosen', NO_PAYMENTS, 'refused', /^PAYMENTS_URL: needed with a real broker; /],
  [
    'mock payments',
    { ...NO_PAYMENTS, PAYMENTS: 'mock' },
    'unsafe',
    /^PAYMENTS: payments are the mock.*; set PAYMENTS_/,
  ],
  [
    'a plain public address',
    { PUBLIC_URL: 'http://trade.example.org' },
    'refused',
    /^PUBLIC_URL: is plain http.*; set/,
  ],
  [
    'http to the broker',
    { KITE_API_URL: 'http://api.kite.trade' },
    'refused',
    /^KITE_API_URL: leads to another machine without TLS; use TLS/,
  ],
  [
    'http to the broker that was asked for',
    { KITE_API_URL: 'http://api.kite.trade', ALLOW_PLAINTEXT: 'KITE_API_URL' },
    'unsafe',
    /^KITE_API_URL: .*; use TLS, and take it out of ALLOW_PLAINTEXT/,
  ],
  ['a repeated master key', { MASTER_KEY: 'ab'.repeat(32) }, 'refused', /^MASTER_KEY: can be guessed.*; make one/],
  [
    'a counted master key',
    { MASTER_KEY: Buffer.from(Uint8Array.from({ length: 32 }, (_, i) => i)).toString('hex') },
    'refused',
    /^MASTER_KEY: can be guessed/,
  ],
  [
    'a passphrase as master key',
    { MASTER_KEY: Buffer.from('correct horse battery staple 12.').toString('hex') },
    'refused',
    /^MASTER_KEY: can be guessed/,
  ],
  ['a short webhook secret', { PAYMENTS_WEBHOOK_SECRET: 'short' }, 'unsafe', /^PAYMENTS_WEBHOOK_SECRET: has fewer/],
  ['a short paper key', { ...PAPER, PAPER_EXCHANGE_KEY: 'k' }, 'unsafe', /^PAPER_EXCHANGE_KEY: has fewer than 16/],
  ["the sandbox's client secret", { OIDC_CLIENT_SECRET: '' }, 'unsafe', /^OIDC_CLIENT_SECRET: is the sandbox's/],
  ['simulated paper data', { ...PAPER, PAPER_DATA: 'simulated' }, 'refused', /^PAPER_DATA: simulated would fill/],
  ['simulated prices as live ones', { PAPER_DATA: 'live' }, 'refused', /^PAPER_DATA: live needs PAPER_EXCHANGE_URL/],
  [
    'a proxy whose visitors all look the same',
    { TRUSTED_PROXY_HEADER: '' },
    'unsafe',
    /^TRUSTED_PROXY_HEADER: not set behind a proxy.*; set/,
  ],
  ['a proxy header of every caller', { HOST: '0.0.0.0' }, 'unsafe', /^HOST: listens on every network.*; set/],
  ["the program's own store", { DATABASE_URL: '' }, 'unsafe', /^DATABASE_URL: not set.*; set/],
  [
    'machines with a key each',
    { MASTER_KEY: '', NATS_URL: 'tls://bus.example.org:4222' },
    'unsafe',
    /^MASTER_KEY: not set with NATS_URL.*; set the same key/,
  ],
  ['a log without alarms', { LOG_LEVEL: 'silent' }, 'unsafe', /^LOG_LEVEL: leaves the alarms out.*; set info/],
  ['no operator', { OPERATOR_EMAILS: '' }, 'unsafe', /^OPERATOR_EMAILS: names no operator.*; set/],
  ['support without a mailbox', { SUPPORT_EMAIL: '' }, 'unsafe', /^SUPPORT_EMAIL: reaches no mailbox; set/],
  ['an example as sender', { MAIL_FROM: '' }, 'unsafe', /^MAIL_FROM: is rejected by mail servers; set/],
  [
    'one operator',
    { OPERATOR_EMAILS: 'one@trade.example.org' },
    'warning',
    /^OPERATOR_EMAILS: names one operator.*; set the addresses of two/,
  ],
  ['a key beside the store', { MASTER_KEY: '' }, 'warning', /^MASTER_KEY: is a file in the data folder; copy/],
  ['plaintext inside', { ALLOW_PLAINTEXT: 'DATABASE_URL' }, 'warning', /^ALLOW_PLAINTEXT: lets DATABASE_URL.*; use/],
  [
    'a rotation under way',
    { MASTER_KEY: `${random('master')},${'ab'.repeat(32)}` },
    'warning',
    /^MASTER_KEY: holds the previous key too; finish/,
  ],
  ['a wordy log', { LOG_LEVEL: 'trace' }, 'warning', /^LOG_LEVEL: is trace.*; set info/],
  ['an unregistered seller', { SELLER_REGISTRATION: '' }, 'warning', /^SELLER_REGISTRATION: not set.*; set/],
]

describe('check-config', () => {
  it('accepts a deployment that nothing speaks against', () => {
    const report = checkConfig(SAFE, [], false)
    expect(report).toMatchObject({ ok: true, deployment: 'real', production: true, findings: [] })
    expect(report.settings.map(({ name }) => name)).toEqual(VARIABLES)
  })

  it.each(UNSAFE)('finds %s', (_what, change, level, line) => {
    const report = checkConfig({ ...SAFE, ...change }, [], false)
    const found = report.findings.map((finding) => [finding.level, `${finding.setting}: ${finding.message}`])
    expect(found).toEqual([[level, expect.stringMatching(line)]])
    expect(report.ok).toBe(level === 'warning')
  })

  it.each(UNSAFE)('refuses the start for the same reason, or starts: %s', (_what, change, level, line) => {
    const start = () => readConfig({ ...SAFE, ...change })
    if (level === 'refused') expect(start).toThrow(line)
    else expect(start).not.toThrow()
  })

  it('judges a sandbox as a deployment for production on request alone', () => {
    expect(checkConfig({}, [], false)).toMatchObject({
      ok: true,
      deployment: 'sandbox',
      production: false,
      findings: [],
    })
    const asked = checkConfig({}, [], true)
    expect(asked).toMatchObject({ ok: false, deployment: 'sandbox', production: true })
    expect(asked.findings.map(({ setting }) => setting)).toEqual(
      expect.arrayContaining(['KITE_API_URL', 'PAYMENTS_URL', 'DATABASE_URL', 'OPERATOR_EMAILS']),
    )
  })

  it('names every refused value at once, and shows none of them', () => {
    const report = checkConfig({ PORT: 'eighty', MASTER_KEY: 'secret-in-a-wrong-form' }, [], false)
    expect(report).toMatchObject({ ok: false, deployment: 'undecided' })
    expect(report.findings.map(({ setting }) => setting)).toEqual(['PORT', 'MASTER_KEY'])
    expect(rowOf(report, 'MASTER_KEY')?.value).toBe('refused')
    expect(JSON.stringify(report)).not.toContain('secret-in')
  })

  it('shows secrets as their length class and addresses without logins and queries', () => {
    const report = checkConfig({ ...SAFE, ...PAPER, PAYMENTS_WEBHOOK_SECRET: 'short' }, [], false)
    expect(rowOf(report, 'MASTER_KEY')?.value).toBe('set, 32 or more characters')
    expect(rowOf(report, 'PAYMENTS_WEBHOOK_SECRET')?.value).toBe('set, fewer than 8 characters')
    expect(rowOf(report, 'DATABASE_URL')?.value).toBe(
      'postgres://db.example.org/strikewise?sslmode=verify-full (password set, 16 to 31 characters)',
    )
    const text = JSON.stringify(report) + reportLines(report).join('\n')
    const secrets = ['master', 'oidc', 'bot', 'payments', 'webhook', 'paper'].map(random)
    for (const secret of [...secrets, 'store-password', 'mail-password', 'feed-password', 'feed-token', 'short"'])
      expect(text).not.toContain(secret)
  })

  it('names the source of each value: the environment, the last file that has it, the sandbox, the default', () => {
    const files = [
      fileOf('first.env', { PORT: '9001', LOG_LEVEL: 'warn', SELLER_NAME: '' }),
      fileOf('second.env', { PORT: '9002', HOUSE_ACCOUNT: 'a@b.example.org', PAYMENT_URL: 'https://x' }),
    ].map(readSettingsFile)
    const report = checkConfig({ HOST: '127.0.0.2', LOG_LEVEL: 'error' }, files, false)
    const source = (name: string) => rowOf(report, name)?.source
    expect([source('HOST'), source('PORT')]).toEqual(['environment', `file ${join(folder, 'second.env')}`])
    expect(source('LOG_LEVEL')).toBe(`environment, over ${join(folder, 'first.env')}`)
    expect(source('SHOWCASE_ACCOUNT')).toBe(`file ${join(folder, 'second.env')}, as HOUSE_ACCOUNT`)
    expect([source('KITE_API_URL'), source('RECORD'), source('SELLER_NAME')]).toEqual(['sandbox', 'default', 'default'])
    expect(rowOf(report, 'PORT')?.value).toBe('9002')
    expect(report.findings).toEqual([
      { level: 'warning', setting: 'PAYMENT_URL', message: expect.stringMatching(/second\.env is no setting/) },
    ])
  })

  it('knows the files that Node read', () => {
    expect(filesOfNode(['--env-file=a=b', '--inspect', '--env-file-if-exists', 'c'])).toEqual(['a=b', 'c'])
  })

  it('ends with 0, 1 or 2, and prints JSON on request', () => {
    const safe = fileOf('safe.env', SAFE)
    const accepted = run(['--file', safe])
    expect([accepted.status, accepted.stderr]).toEqual([0, ''])
    expect(accepted.stdout).toContain(`PUBLIC_URL`)
    expect(accepted.stdout).toMatch(/Deployment: real services, .*Accepted\.\n$/)

    const unsafe = run(['--json'], { LOG_LEVEL: 'silent' }, [`--env-file=${safe}`])
    expect(unsafe.status).toBe(1)
    const report = JSON.parse(unsafe.stdout) as ConfigReport
    expect(report.findings).toMatchObject([{ level: 'unsafe', setting: 'LOG_LEVEL' }])
    expect(rowOf(report, 'PUBLIC_URL')?.source).toBe(`file ${safe}`)

    const unread = run(['--file', join(folder, 'none.env')])
    expect([unread.status, unread.stdout]).toEqual([2, ''])
    expect(unread.stderr).toMatch(/ENOENT.*none\.env/)
  })
})
