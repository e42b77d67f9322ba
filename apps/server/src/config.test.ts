import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeConfig, readConfig } from './config.ts'
import { VARIABLES } from './environment.ts'

/** 32 bytes that no rule takes for a weak key. */
const MASTER_KEY = createHash('sha256').update('a key').digest('hex')
const REAL = {
  KITE_API_URL: 'https://api.kite.trade',
  KITE_TICKER_URL: 'wss://ws.kite.trade',
  KITE_LOGIN_URL: 'https://kite.zerodha.com/connect/login',
  OIDC_DISCOVERY_URL: 'https://accounts.google.com/.well-known/openid-configuration',
  TELEGRAM_API_URL: 'https://api.telegram.org',
  TELEGRAM_BOT_TOKEN: '123:bot',
  SMTP_URL: 'smtps://user:mail-password@mail.example.org:465',
  NEWS_FEEDS: 'https://news.example.org/a.xml, https://news.example.org/b.xml',
  PAYMENTS: 'mock',
}

describe('the configuration', () => {
  it('works with nothing set: everything is the sandbox', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ sandbox: true, port: 8080, host: '127.0.0.1', liveTrading: false })
    expect(config.marketUrls.tickerUrl).toBe('ws://127.0.0.1:8090/ticker')
    expect(config.clockUrl).toBe('http://127.0.0.1:8090/clock')
    expect(config.flowsFeed).toBe('http://127.0.0.1:8090/fii-dii.json')
    expect(config.dataDir).toMatch(/\.data$/)
  })

  it('starts with real services at a broker whose protocol the sandbox does not speak, and with nothing else', () => {
    const spy = vi.spyOn(BROKER, 'sandboxUrls', 'get').mockReturnValue(undefined)
    onTestFinished(() => spy.mockRestore())
    expect(readConfig(REAL)).toMatchObject({ sandbox: false, marketUrls: { apiUrl: REAL.KITE_API_URL } })
    const { KITE_LOGIN_URL: _left, ...some } = REAL
    for (const given of [{}, some]) expect(() => readConfig(given)).toThrow(/^KITE_API_URL, .*: set all of them/)
  })

  it('takes official channels as pairs', () => {
    expect(readConfig({}).social).toEqual({})
    expect(readConfig({ SOCIAL_LINKS: 'x=https://x.example/s?a=b, youtube=https://y.example' }).social).toEqual({
      x: 'https://x.example/s?a=b',
      youtube: 'https://y.example',
    })
  })

  it('reads the showcase account under the former name of its variable where the current one is not set', () => {
    const [former, current] = ['former@example.com', 'current@example.com']
    expect(readConfig({ HOUSE_ACCOUNT: former }).showcaseAccount).toBe(former)
    expect(readConfig({ HOUSE_ACCOUNT: former, SHOWCASE_ACCOUNT: '' }).showcaseAccount).toBe(former)
    expect(readConfig({ HOUSE_ACCOUNT: former, SHOWCASE_ACCOUNT: current }).showcaseAccount).toBe(current)
  })

  it('records two weeks of sessions unless configured otherwise', () => {
    expect(readConfig({}).record).toEqual({ keepDays: 14 })
    expect(readConfig({ RECORD_KEEP_DAYS: '90' }).record).toEqual({ keepDays: 90 })
    expect(readConfig({ RECORD: 'off', RECORD_KEEP_DAYS: '90' }).record).toBeUndefined()
    for (const days of ['0', '3651', '1.5', 'all'])
      expect(() => readConfig({ RECORD_KEEP_DAYS: days }), days).toThrow('RECORD_KEEP_DAYS')
  })

  it('takes the real world as a whole, on the system clock', () => {
    const config = readConfig({ ...REAL, LIVE_TRADING: 'on', LIVE_ALGO_ID: 'A1' })
    expect(config).toMatchObject({ sandbox: false, clockUrl: undefined, liveTrading: true })
    expect(config.newsFeeds).toHaveLength(2)
    expect(config.flowsFeed).toBeUndefined()
    expect(readConfig({ ...REAL, FLOWS_FEED: 'https://data.example.org/fii-dii.json' }).flowsFeed).toMatch(/example/)
  })

  it.each([
    ['a port that is none', { PORT: 'eighty' }, /^PORT: must be a port/],
    [
      'servers of a cluster with different logins',
      { NATS_URL: 'nats://a:b@localhost:4222,nats://c:d@localhost:4223' },
      /^NATS_URL: must have the same scheme and login/,
    ],
    ['an address of another protocol', { KITE_API_URL: 'ftp://x' }, /^KITE_API_URL: must be an address/],
    ['a role that does not exist', { ROLES: 'web,cook' }, /^ROLES: must name roles out of web, market/],
    ['a short master key', { MASTER_KEY: 'abc' }, /^MASTER_KEY: must be 64 hexadecimal digits/],
    [
      'a real broker with payments that were not chosen',
      { ...REAL, PAYMENTS: '' },
      /^PAYMENTS_URL: needed with a real broker/,
    ],
    [
      'mock payments beside a provider',
      {
        ...REAL,
        PAYMENTS_URL: 'https://pay.example.org',
        PAYMENTS_KEY_ID: 'k',
        PAYMENTS_KEY_SECRET: 's',
        PAYMENTS_WEBHOOK_SECRET: 'w',
      },
      /^PAYMENTS: is mock while/,
    ],
    ...(
      [
        ['KITE_API_URL', 'http://api.kite.trade'],
        ['KITE_TICKER_URL', 'ws://ws.kite.trade'],
        ['KITE_LOGIN_URL', 'http://kite.zerodha.com/connect/login'],
        ['OIDC_DISCOVERY_URL', 'http://accounts.google.com/.well-known/openid-configuration'],
        ['TELEGRAM_API_URL', 'http://api.telegram.org'],
        ['NEWS_FEEDS', 'http://news.example.org/a.xml'],
        ['FLOWS_FEED', 'http://data.example.org/fii-dii.json'],
        ['DATABASE_URL', 'postgres://u:p@db.example.org/strikewise'],
        ['DATABASE_URL', 'postgres://u:p@db.example.org/strikewise?sslmode=prefer'],
        ['NATS_URL', 'nats://u:p@bus.example.org:4222'],
        ['NATS_URL', 'nats://u:p@127.0.0.1:4222,nats://u:p@bus.example.org:4222'],
      ] as const
    ).map(([name, address]): [string, Record<string, string>, RegExp] => [
      `${address} without TLS`,
      { ...REAL, [name]: address },
      new RegExp(`^${name}: leads to another machine without TLS`),
    ]),
    [
      'a real broker and figures of the sandbox',
      { ...REAL, FLOWS_FEED: 'http://127.0.0.1:8090/fii-dii.json' },
      /^FLOWS_FEED: points at the sandbox/,
    ],
    ['a real broker and the sandbox mail', { ...REAL, SMTP_URL: '' }, /^SMTP_URL: points at the sandbox/],
    [
      'a real broker on simulated time',
      { ...REAL, CLOCK_URL: 'http://127.0.0.1:8090/clock' },
      /^CLOCK_URL: points at the/,
    ],
    [
      'the sandbox broker and a real chat',
      { TELEGRAM_API_URL: REAL.TELEGRAM_API_URL },
      /^TELEGRAM_API_URL: points at a real/,
    ],
    ['a real bot on the sandbox', { TELEGRAM_BOT_TOKEN: '123:bot' }, /^TELEGRAM_BOT_TOKEN: is a real bot's/],
    ['a real chat without a bot', { ...REAL, TELEGRAM_BOT_TOKEN: '' }, /^TELEGRAM_BOT_TOKEN: needed with/],
    ['a token that is none', { ...REAL, TELEGRAM_BOT_TOKEN: 'x' }, /^TELEGRAM_BOT_TOKEN: must be a token/],
    ['an unknown channel', { SOCIAL_LINKS: 'myspace=https://a.example' }, /^SOCIAL_LINKS: must be name=https/],
    ['live trading on the sandbox', { LIVE_TRADING: 'on' }, /^LIVE_TRADING: cannot be on/],
    ['live trading without registration', { ...REAL, LIVE_TRADING: 'on' }, /^LIVE_TRADING: needs LIVE_ALGO_ID/],
    [
      'a paper exchange beside the sandbox',
      { PAPER_EXCHANGE_URL: 'https://paper.example.org' },
      /^PAPER_EXCHANGE_URL: the sandbox is the paper exchange already/,
    ],
    ...(['KITE_API_URL', 'KITE_TICKER_URL', 'KITE_LOGIN_URL'] as const).map(
      (name): [string, Record<string, string>, RegExp] => [
        `a paper exchange at the host of ${name}`,
        { ...REAL, PAPER_EXCHANGE_KEY: 'k', PAPER_EXCHANGE_URL: REAL[name].replace(/^wss/, 'https') },
        /^PAPER_EXCHANGE_URL: is the host of the real broker/,
      ],
    ),
    [
      'a paper exchange whose accounts anybody could open',
      { ...REAL, PAPER_EXCHANGE_URL: 'https://paper.example.org' },
      /^PAPER_EXCHANGE_KEY: needed/,
    ],
    ['unknown paper data', { PAPER_DATA: 'yesterday' }, /^PAPER_DATA: must be live, simulated or off; leave it out/],
    ['delayed paper data', { ...REAL, PAPER_DATA: 'delayed' }, /^PAPER_DATA: delayed would fill .*; set live or off$/],
    [
      'simulated prices beside a real market',
      { ...REAL, PAPER_DATA: 'simulated' },
      /^PAPER_DATA: simulated would fill/,
    ],
    [
      'live paper data without an exchange',
      { ...REAL, PAPER_DATA: 'live' },
      /^PAPER_DATA: live needs PAPER_EXCHANGE_URL/,
    ],
    [
      'live paper data on the sandbox',
      { PAPER_DATA: 'live' },
      /^PAPER_DATA: cannot be live on the sandbox.*leave it out/,
    ],
    ['a sandbox without paper', { PAPER_DATA: 'off' }, /^PAPER_DATA: cannot be off on the sandbox/],
  ])('refuses %s in one line that names the variable', (_what, env, line) => {
    expect(() => readConfig(env)).toThrow(line)
  })

  it('leads paper and live links to places of their own', () => {
    expect(readConfig({}).brokers).toMatchObject({ paper: { apiUrl: 'http://127.0.0.1:8090/kite' }, live: undefined })
    expect(readConfig(REAL).brokers).toMatchObject({ paper: undefined, live: { apiUrl: REAL.KITE_API_URL } })
    const both = { ...REAL, PAPER_EXCHANGE_URL: 'https://paper.example.org/', PAPER_EXCHANGE_KEY: 'k' }
    expect(readConfig(both).brokers).toMatchObject({
      paper: {
        apiUrl: 'https://paper.example.org/kite',
        tickerUrl: 'wss://paper.example.org/ticker',
        controlsUrl: 'https://paper.example.org/sandbox',
      },
      live: { apiUrl: REAL.KITE_API_URL, tickerUrl: REAL.KITE_TICKER_URL },
    })
  })

  it('prices paper with what the deployment has, and with nothing where it is off', () => {
    const paper = { ...REAL, PAPER_EXCHANGE_URL: 'https://paper.example.org', PAPER_EXCHANGE_KEY: 'k' }
    expect(readConfig({}).paperData).toBe('simulated')
    expect(readConfig({ PAPER_DATA: 'simulated' }).paperData).toBe('simulated')
    expect(readConfig(REAL).paperData).toBe('off')
    for (const given of [{}, { PAPER_DATA: 'live' }])
      expect(readConfig({ ...paper, ...given })).toMatchObject({ paperData: 'live', brokers: { paper: {} } })
    expect(readConfig({ ...paper, PAPER_DATA: 'off' })).toMatchObject({
      paperData: 'off',
      brokers: { paper: undefined, live: { apiUrl: REAL.KITE_API_URL } },
    })
  })

  it.each([
    { DATABASE_URL: 'postgres://u:p@db.example.org/strikewise?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://u:p@127.0.0.1/strikewise' },
    { DATABASE_URL: 'postgres:///strikewise?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres://u:p@db/strikewise', ALLOW_PLAINTEXT: 'DATABASE_URL' },
    { NATS_URL: 'tls://bus.example.org:4222' },
    { NATS_URL: 'nats://localhost:4222' },
    { NATS_URL: 'tls://u:p@a.example.org:4222, tls://u:p@b.example.org:4222' },
    { TELEGRAM_API_URL: 'http://127.0.0.1:8081' },
  ])('takes what stays on this machine, is encrypted, or was asked for: %j', (change) => {
    expect(() => readConfig({ ...REAL, ...change })).not.toThrow()
  })

  it.each([
    ['smtp://u:p@mail.example.org:587', '', true],
    ['smtps://u:p@mail.example.org:465', '', true],
    ['smtp://u:p@mail.example.org:587', 'SMTP_URL', false],
    ['smtp://127.0.0.1:25', '', false],
  ])('sends mail by %s with TLS alone, unless %j allows it', (SMTP_URL, ALLOW_PLAINTEXT, requireTls) => {
    expect(readConfig({ ...REAL, SMTP_URL, ALLOW_PLAINTEXT }).mail.requireTls).toBe(requireTls)
  })

  it('lets a service be switched off', () => {
    const config = readConfig({ ...REAL, TELEGRAM_API_URL: 'off', OIDC_DISCOVERY_URL: 'off', NEWS_FEEDS: ',' })
    expect(config).toMatchObject({ telegram: undefined, oidc: undefined, newsFeeds: [] })
  })

  it('sends to the push services of browsers, to those it names, or to none', () => {
    const push = (hosts?: string) =>
      readConfig({ ...REAL, ...(hosts === undefined ? {} : { PUSH_SERVICES: hosts }) }).push
    expect(push()?.hosts).toContain('fcm.googleapis.com')
    expect(push('push.example.org,*.push.apple.com')).toEqual({
      hosts: ['push.example.org', '*.push.apple.com'],
      sandboxUrl: undefined,
    })
    expect(push('off')).toBeUndefined()
    for (const wrong of ['*', '127.0.0.1', 'localhost', 'https://push.example.org', 'push.example.org:8443', '*.1'])
      expect(() => push(wrong)).toThrow('PUSH_SERVICES: must be host names')
  })

  it('sends to the push service of the sandbox alone where the outside world is the sandbox', () => {
    expect(readConfig({}).push).toEqual({ hosts: [], sandboxUrl: 'http://127.0.0.1:8090' })
    expect(() => readConfig({ PUSH_SERVICES: 'fcm.googleapis.com' })).toThrow('PUSH_SERVICES: names real services')
    expect(readConfig({ PUSH_SERVICES: 'off' }).push).toBeUndefined()
  })

  it('is described without a secret', () => {
    const config = readConfig({
      ...REAL,
      DATABASE_URL: 'postgres://app:store-password@db.example.org/strikewise?sslmode=verify-full',
      MASTER_KEY,
      OIDC_CLIENT_SECRET: 'oidc-secret',
      TELEGRAM_BOT_TOKEN: '123:bot-token',
      PAPER_EXCHANGE_URL: 'https://paper.example.org',
      PAPER_EXCHANGE_KEY: 'paper-key',
    })
    const text = JSON.stringify(describeConfig(config))
    for (const canary of ['store-password', 'mail-password', MASTER_KEY, 'oidc-secret', 'bot-token', 'paper-key'])
      expect(text).not.toContain(canary)
    expect(text).toContain('db.example.org')
  })

  it('has every variable in .env.example, which works as it stands', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const lines = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!])
    expect(new Set(lines.map(([name]) => name))).toEqual(new Set(VARIABLES))
    expect(readConfig(Object.fromEntries(lines))).toEqual(readConfig({}))
  })
})
