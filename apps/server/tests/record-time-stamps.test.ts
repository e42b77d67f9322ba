// @invariant record-anchored
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { rootStatement } from '@strikewise/public-log/day-root.ts'
import { pemCertificates } from '@strikewise/public-log/pem-certificates.ts'
import { timeStampQuery, verifyTimeStamp } from '@strikewise/public-log/time-stamp-token.ts'
import type { PublicLogReply } from '@strikewise/wire/public-log.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAnchorWorker } from '../src/public-log/anchor-worker.ts'
import { newestRoot } from '../src/public-log/newest-root.ts'
import { stampNewest } from '../src/public-log/time-stamp-anchor.ts'
import { readServiceState } from '../src/service-state/read-state.ts'
import { call, startTestWeb, type TestWeb } from './harness.ts'
import { EMPTY_LOG, liveThrough } from './seeded-sessions.ts'
import { SandboxStack } from './trading-stack.ts'

const DAY = istDate('2026-11-18')
/** Waits are for states; this is for a slow machine alone. */
const POLL = { timeout: 30_000 }
const REPLY = { 'content-type': 'application/timestamp-reply' }
const folder = mkdtempSync(join(tmpdir(), 'strikewise-stamps-'))
const caFile = join(folder, 'ca.pem')
const servers: Server[] = []
let web: TestWeb
let sandbox: SandboxStack
let authorities: readonly Uint8Array[]
beforeAll(async () => {
  ;[web, sandbox] = await Promise.all([startTestWeb(), SandboxStack.start(['--seed', 'stamps'])])
  const pem = await (await fetch(`${sandbox.url}/time-stamps/ca.pem`)).text()
  writeFileSync(caFile, pem)
  authorities = pemCertificates(pem)
})
afterAll(async () => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
  await web.stop()
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** An authority at an address of its own. */
async function authority(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function replyOfSandbox(query: Uint8Array): Promise<Buffer> {
  const headers = { 'content-type': 'application/timestamp-query' }
  const reply = await fetch(`${sandbox.url}/time-stamps`, { method: 'POST', headers, body: Uint8Array.from(query) })
  return Buffer.from(await reply.arrayBuffer())
}

/** An authority whose replies are those of the sandbox to the query that `change` makes of the one that came. */
function relay(change: (query: Buffer) => Uint8Array = (query) => query): Promise<string> {
  return authority((request, response) => {
    const answer = async () => response.writeHead(200, REPLY).end(await replyOfSandbox(change(await buffer(request))))
    void answer()
  })
}

const stamp = (anchor: string, certificates = [caFile], timeoutMs = 30_000) =>
  stampNewest(anchor, { db: web.store.db, certificates, timeoutMs, signal: new AbortController().signal })
const tokensOf = (anchor: string) =>
  web.store.db.selectFrom('public_log_time_stamps').selectAll().where('anchor', '=', anchor).execute()

it('asks for nothing before a day is sealed', async () => {
  expect(await stamp(`${sandbox.url}/time-stamps`)).toBe(false)
  await liveThrough(web, EMPTY_LOG, [DAY], 0.5)
})

it('stores a verified token of the newest root, and asks for no second one', async () => {
  let asked = 0
  const anchor = await relay((query) => {
    asked += 1
    return query
  })
  expect([await stamp(anchor), await stamp(anchor), asked]).toEqual([true, false, 1])
  const [stored, ...more] = await tokensOf(anchor)
  const root = (await newestRoot(web.store.db))!
  const proved = await verifyTimeStamp(Buffer.from(stored!.token, 'base64'), Buffer.from(rootStatement(root.root)), {
    authorities,
  })
  expect([stored!.day, stored!.stamped_at, more]).toEqual([DAY, proved.at, []])
  await expect(web.store.db.deleteFrom('public_log_time_stamps').execute()).rejects.toThrow(
    /never changed|insert only/i,
  )
})

it('shows anyone the tokens of a sealed day, without the rest of the address of an authority', async () => {
  const anchor = `${await relay()}?account=operator`
  expect(await stamp(anchor)).toBe(true)
  const [stored] = await tokensOf(anchor)
  const { json, text } = await call(web, 'GET', `/api/record/${DAY}/time-stamps`)
  expect(json).toMatchObject({
    day: DAY,
    time_stamps: expect.arrayContaining([
      { authority: new URL(anchor).host, stamped_at: stored!.stamped_at.toISOString(), token: stored!.token },
    ]),
  })
  expect(text).not.toContain('account=operator')
  const { days } = (await call(web, 'GET', '/api/record')).json as PublicLogReply
  expect(days.map(({ root, time_stamps: stamps }) => [root.day, stamps])).toEqual([
    [DAY, (json as { time_stamps: unknown[] }).time_stamps.length],
  ])
  expect(await call(web, 'GET', '/api/record/2026-11-19/time-stamps')).toMatchObject({
    status: 404,
    json: { code: 'not_found' },
  })
})

describe('stores no token', () => {
  const refused = async (anchor: string, reason: RegExp, certificates?: string[], timeoutMs?: number) => {
    await expect(stamp(anchor, certificates, timeoutMs)).rejects.toThrow(reason)
    expect(await tokensOf(anchor)).toEqual([])
  }
  const answering = (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
    authority((request, response) => {
      request.resume()
      response.writeHead(status, headers).end(body)
    })

  it('of a reply over another text', async () => {
    const imprint = Buffer.from((await newestRoot(web.store.db))!.hash, 'hex')
    const anchor = await relay((query) => {
      const at = query.indexOf(imprint)
      return Buffer.concat([
        query.subarray(0, at),
        Buffer.alloc(imprint.length, 7),
        query.subarray(at + imprint.length),
      ])
    })
    await refused(anchor, /TSTInfo verification/)
  })

  it('of a reply to another query', async () => {
    const { hash } = (await newestRoot(web.store.db))!
    await refused(await relay(() => timeStampQuery(Buffer.from(hash, 'hex'), Buffer.alloc(8, 1))), /nonce/)
  })

  it('below a certificate that is not trusted', async () => {
    const other = await SandboxStack.start(['--seed', 'other'])
    const file = join(folder, 'other.pem')
    writeFileSync(file, await (await fetch(`${other.url}/time-stamps/ca.pem`)).text())
    await other.stop()
    await refused(await relay(), /certificate/, [file])
  })

  it('without the file of certificates, or with one that has none', async () => {
    await refused(await relay(), /ENOENT/, [join(folder, 'none.pem')])
    const file = join(folder, 'text.pem')
    writeFileSync(file, 'no certificate')
    await refused(await relay(), /no certificate in PEM/, [file])
  })

  it('of an answer that is no reply', async () => {
    await refused(await answering(200, REPLY, '<html>'), /not a reply/)
    await refused(await answering(200, { 'content-type': 'text/html' }, '<html>'), /type text\/html/)
    await refused(await answering(503, REPLY), /HTTP 503/)
  })

  it('of an answer that is too long', async () => {
    await refused(await answering(200, REPLY, Buffer.alloc(300_000)), /longer than 262144 bytes/)
  })

  it('behind a redirect, which is not followed', async () => {
    await refused(await answering(302, { ...REPLY, location: `${sandbox.url}/time-stamps` }), /HTTP 302/)
  })

  it('of an authority that does not answer', async () => {
    await refused(await authority(() => undefined), /timeout/i, undefined, 200)
  })
})

it('goes on with the other anchors while one hangs and one fails, and tries that one again', async () => {
  let fails = true
  const [hanging, good] = [await authority(() => undefined), await relay()]
  const failing = await authority((request, response) => {
    const answer = async () => {
      const query = await buffer(request)
      if (fails) response.writeHead(500).end()
      else response.writeHead(200, REPLY).end(await replyOfSandbox(query))
    }
    void answer()
  })
  const published: string[] = []
  const errors: { anchor: string; failures: number }[] = []
  const worker = startAnchorWorker({
    db: web.store.db,
    anchors: [hanging, failing, 'mailto:list@example.org', good],
    certificates: [caFile],
    bus: { publish: (subject: string) => void published.push(subject) },
    logger: pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) }),
    intervalMs: 5,
  })
  await expect.poll(() => tokensOf(good), POLL).toHaveLength(1)
  await expect.poll(() => published, POLL).toEqual(['outbox'])
  const failuresOf = (anchor: string) => errors.filter((line) => line.anchor === anchor).map((line) => line.failures)
  await expect.poll(() => failuresOf(failing).slice(0, 3), POLL).toEqual([1, 2, 3])
  fails = false
  await expect.poll(() => tokensOf(failing), POLL).toHaveLength(1)
  // Closing does not wait for the one that hangs, which is no error.
  await worker.close()
  expect([failuresOf(hanging), failuresOf(good)]).toEqual([[], []])
})

it('counts a root that waits for a token among the messages that wait, and no longer once there is a later token', async () => {
  const { db } = web.store
  const [anchor, removed] = ['https://stamps.example.org', 'https://removed.example.org']
  const { hash } = (await newestRoot(db))!
  const at = new Date(Date.now() - 11 * 60_000)
  await db
    .insertInto('public_log_anchors')
    .values([anchor, removed].map((one) => ({ anchor: one, day: DAY, hash, at })))
    .execute()
  const figures = async (timeStampAuthorities: readonly string[]) => {
    const state = await readServiceState({ ...web, ...unused, timeStampAuthorities })
    return state.filter(({ labels }) => labels?.['outbox'] === 'record_time_stamps').map(({ value }) => value)
  }
  const unused = { db, dataDir: folder, feed: () => undefined, silence: () => new Map() }
  const [waiting, oldest] = await figures([anchor])
  expect(waiting).toBe(1)
  expect(oldest).toBeGreaterThan(655)
  await db.insertInto('public_log_time_stamps').values({ anchor, day: DAY, token: 'token', stamped_at: at }).execute()
  expect([await figures([anchor]), await figures([])]).toEqual([[0, 0], []])
})
