import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { readConfig } from '../src/config.ts'
import { startMailWorker } from '../src/outbox/mail-worker.ts'
import { enqueueMail } from '../src/outbox/outbox.ts'
import { startNewsWorker } from '../src/news/news-worker.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'

const logger = pino({ level: 'silent' })
let postgres: TestPostgres
let bus: ThreadBus
const closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  postgres = await startTestPostgres()
  bus = openThreadBus('notifier-test', 'notifier-test')
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(async () => {
  bus.close()
  await postgres.stop()
})

/** A real SMTP server that keeps what it is sent, or answers `refuse`. */
async function mailServer(answers: { refuse?: { code: number; times: number } } = {}) {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const receive = async () => {
        const mail = await PostalMime.parse(await buffer(stream))
        const { refuse } = answers
        if (refuse === undefined || refuse.times === 0) return void mails.push(mail)
        refuse.times -= 1
        throw Object.assign(new Error('not now'), { responseCode: refuse.code })
      }
      void receive().then(
        // oxlint-disable-next-line promise/no-callback-in-promise -- the server's interface is a callback
        () => done(),
        done,
      )
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { mails, url: `smtp://127.0.0.1:${port}` }
}

function notifier(smtpUrl: string): void {
  const config = readConfig({ SMTP_URL: smtpUrl })
  const worker = startMailWorker({ config, db: postgres.store.db, bus, logger })
  closers.push(() => worker.close())
}

const rowOf = (recipient: string) =>
  postgres.store.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()

const letter = (recipient: string) => ({
  recipient,
  subject: 'Prüfung ₹100',
  body: 'Open http://localhost/link?token=abc',
})

describe('the mail worker', () => {
  it('sends what is in the outbox, once, and then forgets its text', async () => {
    const server = await mailServer()
    await enqueueMail(postgres.store.db, letter('once@example.com'))
    notifier(server.url)
    notifier(server.url)
    await expect.poll(async () => (await rowOf('once@example.com')).sent_at, { timeout: 10_000 }).not.toBeNull()
    expect(
      server.mails.map((mail) => [mail.subject, mail.to?.[0]?.address, mail.from?.address, mail.text?.trim()]),
    ).toEqual([
      ['Prüfung ₹100', 'once@example.com', 'no-reply@strikewise.example', 'Open http://localhost/link?token=abc'],
    ])
    expect(await rowOf('once@example.com')).toMatchObject({ attempts: 1, body: '' })
  })

  it('sends HTML beside the text, and forgets both', async () => {
    const server = await mailServer()
    await enqueueMail(postgres.store.db, { ...letter('both@example.com'), html: '<p>₹100</p>' })
    notifier(server.url)
    await expect.poll(async () => (await rowOf('both@example.com')).sent_at, { timeout: 10_000 }).not.toBeNull()
    expect(server.mails.map(({ text, html }) => [text?.trim(), html?.trim()])).toEqual([
      ['Open http://localhost/link?token=abc', '<p>₹100</p>'],
    ])
    expect(await rowOf('both@example.com')).toMatchObject({ body: '', html: null })
  })

  it('tries again after a passing failure, at once when notified of new mail', async () => {
    const server = await mailServer({ refuse: { code: 451, times: 1 } })
    notifier(server.url)
    await enqueueMail(postgres.store.db, letter('again@example.com'))
    bus.publish('outbox', null)
    await expect.poll(() => server.mails.length, { timeout: 15_000 }).toBe(1)
    expect(await rowOf('again@example.com')).toMatchObject({ attempts: 2, given_up_at: null })
  })

  it('stops on a refusal that is final', async () => {
    const server = await mailServer({ refuse: { code: 550, times: 99 } })
    await enqueueMail(postgres.store.db, letter('never@example.com'))
    notifier(server.url)
    await expect.poll(async () => (await rowOf('never@example.com')).given_up_at, { timeout: 10_000 }).not.toBeNull()
    expect(await rowOf('never@example.com')).toMatchObject({ attempts: 1, sent_at: null, body: '' })
  })

  it('waits for a server that is away', async () => {
    await enqueueMail(postgres.store.db, letter('away@example.com'))
    notifier('smtp://127.0.0.1:1')
    await expect
      .poll(async () => (await rowOf('away@example.com')).last_error, { timeout: 10_000 })
      .toMatch(/ECONNREFUSED/)
    expect(await rowOf('away@example.com')).toMatchObject({ sent_at: null, given_up_at: null })
  })
})

describe('the news worker', () => {
  async function feed(answer: () => { status: number; body: string }): Promise<string> {
    const server: Server = createServer((_request, response) => {
      const { status, body } = answer()
      response.writeHead(status, { 'content-type': 'application/rss+xml' }).end(body)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    closers.push(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rss.xml`
  }

  it('publishes the headlines of the feeds that answer', async () => {
    const rss = '<rss version="2.0"><channel><title>D</title><item><title>Nifty flat</title></item></channel></rss>'
    const good = await feed(() => ({ status: 200, body: rss }))
    const bad = await feed(() => ({ status: 500, body: 'no' }))
    const odd = await feed(() => ({ status: 200, body: '<html></html>' }))
    const logged: unknown[] = []
    bus.subscribe('snapshot.news', (_subject, payload) => logged.push(payload))
    const worker = startNewsWorker({ newsFeeds: [bad, odd, good] }, bus, logger)
    closers.push(() => worker.close())
    await expect.poll(() => logged).toEqual([{ version: 1, json: '{"headlines":["Nifty flat"]}' }])
  })
})
