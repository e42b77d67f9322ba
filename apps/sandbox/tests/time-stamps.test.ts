import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SandboxFixture } from './sandbox-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'strikewise-time-stamps-'))
let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ data: join(folder, 'data') })
})
afterAll(async () => {
  await sandbox.sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const authority = async ({ url }: SandboxFixture) => (await fetch(`${url}/time-stamps/ca.pem`)).text()
const send = (body: Uint8Array, type = 'application/timestamp-query') =>
  fetch(`${sandbox.url}/time-stamps`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Uint8Array.from(body),
  })
const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

it('refuses what is no query, of another type or too long', async () => {
  const refused = await send(Buffer.from('<html>'))
  expect([refused.status, refused.headers.get('content-type')]).toEqual([200, 'application/timestamp-reply'])
  // PKIStatus 2 (rejection) with the failure bad data format.
  expect(Buffer.from(await refused.arrayBuffer()).toString('latin1')).toContain('bad data format')
  expect((await send(Buffer.from('{}'), 'application/json')).status).toBe(415)
  expect((await send(Buffer.alloc(5_000))).status).toBe(413)
})

it('has the same certificate after a restart with its data folder, and another one without', async () => {
  const before = await authority(sandbox)
  await sandbox.sandbox.close()
  sandbox = await SandboxFixture.start({ data: join(folder, 'data'), startText: '2026-09-16 09:40:00' })
  expect(await authority(sandbox)).toBe(before)
  const other = await SandboxFixture.start()
  expect(await authority(other)).not.toBe(before)
  await other.sandbox.close()
})

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('with OpenSSL (skipped where it is absent)', () => {
  const reply = async (...options: string[]) => {
    openssl('ts', '-query', '-data', 'text', ...options, '-out', 'query')
    const answer = await send(readFileSync(join(folder, 'query')))
    writeFileSync(join(folder, 'reply'), Buffer.from(await answer.arrayBuffer()))
  }
  const verification = (...what: string[]) => openssl('ts', '-verify', ...what, '-in', 'reply', '-CAfile', 'ca.pem')

  beforeAll(async () => {
    writeFileSync(join(folder, 'text'), 'the root of a day')
    writeFileSync(join(folder, 'other'), 'the root of another day')
    writeFileSync(join(folder, 'ca.pem'), await authority(sandbox))
  })

  it('stamps a query so that OpenSSL verifies it, at market time', async () => {
    await reply('-sha256', '-cert')
    expect(verification('-queryfile', 'query')).toContain('Verification: OK')
    expect(verification('-data', 'text')).toContain('Verification: OK')
    expect(openssl('ts', '-reply', '-in', 'reply', '-text')).toMatch(/Time stamp: Sep 16 .* 2026 GMT/)
    expect(() => verification('-data', 'other')).toThrow(/imprint/)
  })

  it('stamps a query without a nonce, and leaves the certificate out where none is asked for', async () => {
    await reply('-sha256', '-no_nonce')
    const text = openssl('ts', '-reply', '-in', 'reply', '-text')
    expect(text).toContain('Nonce: unspecified')
    expect(() => verification('-queryfile', 'query')).toThrow(/certificate/)
  })

  it('refuses another hash and another policy', async () => {
    await reply('-sha512')
    expect(openssl('ts', '-reply', '-in', 'reply', '-text')).toMatch(
      /Rejected[^]*unrecognized or unsupported algorithm/,
    )
    await reply('-sha256', '-tspolicy', '1.2.3.4')
    expect(openssl('ts', '-reply', '-in', 'reply', '-text')).toMatch(/Rejected[^]*policy is not supported/)
  })
})
