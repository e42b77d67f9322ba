import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRootLine, rootLine, rootStatement, type DayRoot } from '@strikewise/public-log/day-root.ts'
import { entryLine, hashedText, LOG_START_HASH } from '@strikewise/public-log/log-entry.ts'
import { timeStampQuery, tokenOfReply } from '@strikewise/public-log/time-stamp-token.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { authorityKeys } from '../apps/sandbox/src/time-stamps/authority-keys.ts'
import { timeStampReply } from '../apps/sandbox/src/time-stamps/sign-time-stamp.ts'
import { ROOT } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'strikewise-record-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keys = generateKeyPairSync('ed25519')
const publicKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')

/** The export of a day of five entries. */
function day(): string[] {
  let prev = LOG_START_HASH
  const entries = [1, 2, 3, 4, 5].map((seq) => {
    const unhashed = { seq, prev, body: `{"at":${seq}}` }
    prev = hash('sha256', hashedText(unhashed), 'hex')
    return entryLine({ ...unhashed, hash: prev })
  })
  const root: DayRoot = {
    day: '2026-11-20' as IstDate,
    first_seq: 1,
    last_seq: 5,
    count: 5,
    start_hash: LOG_START_HASH,
    last_hash: prev,
    previous_root: LOG_START_HASH,
  }
  const signature = sign(null, Buffer.from(rootStatement(root)), keys.privateKey).toString('hex')
  return [rootLine({ root, key: publicKey, signature }), ...entries]
}

function command(lines: readonly string[], ...options: string[]) {
  const file = join(folder, 'record.jsonl')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/tasks/verify-record.ts', file, ...options], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

it('ends with 0 when the record holds', () => {
  expect(command(day())).toEqual({
    status: 0,
    output: `The record holds: 5 entries of 2026-11-20.\nSigned with ${publicKey}: compare it with the key you know, or give it as --key.\n`,
  })
  expect(command(day(), '--key', publicKey, '--from', '2', '--to', '3')).toEqual({
    status: 0,
    output:
      'The record holds: 2 entries of 2026-11-20.\nIt was not read to the end that the root names: what was read fits together, no more is known.\n',
  })
})

it.each([
  ['flipped', 'line 4, entry 3, day 2026-11-20', day().with(3, day()[3]!.replace('"at":3', '"at":4'))],
  ['inserted', 'line 4, entry 1, day 2026-11-20', day().toSpliced(3, 0, day()[1]!)],
  ['deleted', 'line 4, entry 3, day 2026-11-20', day().toSpliced(3, 1)],
  ['reordered', 'line 4, entry 3, day 2026-11-20', day().with(3, day()[4]!).with(4, day()[3]!)],
  ['cut', 'line 5, entry 4, day 2026-11-20', day().slice(0, 4)],
  ['signature', 'line 1, day 2026-11-20', day().with(0, day()[0]!.replace('"count":5', '"count":6'))],
])('ends with 1 and names the place: %s', (kind, place, lines) => {
  const { status, output } = command(lines)
  expect([status, output]).toEqual([1, expect.stringContaining(`Not what was written: ${kind}, ${place}. `)])
})

it('reports what was done, its figures filled in', () => {
  expect(command(day().toSpliced(3, 1)).output).toContain('Entry 3 is missing.')
})

it('ends with 2 when it cannot decide', () => {
  expect(command(day(), '--key', 'short')).toMatchObject({
    status: 2,
    output: expect.stringContaining('64 hex digits'),
  })
  expect(command(day(), '--to', 'x')).toMatchObject({ status: 2 })
  expect(command(day(), '--unknown')).toMatchObject({ status: 2 })
})

describe('with an anchor', () => {
  const mailOf = (lines: readonly string[], change: (hash: string) => string = (hash) => hash) => {
    const { root } = readRootLine(lines[0]!)!
    const file = join(folder, 'mail.eml')
    const rootHash = hash('sha256', rootStatement(root), 'hex')
    writeFileSync(file, `Subject: x\r\n\r\nDay: ${root.day}\r\nRoot: ${change(rootHash)}\r\n`)
    return file
  }

  it('ends with 0 when the mail has the root of the export', () => {
    expect(command(day(), '--anchor', mailOf(day()))).toMatchObject({
      status: 0,
      output: expect.stringContaining('Anchored: 2026-11-20.'),
    })
  })

  it('ends with 1 when the export was written again with the same key', () => {
    const mail = mailOf(day(), (rootHash) => `${rootHash.slice(1)}0`)
    expect(command(day(), '--anchor', mail)).toMatchObject({
      status: 1,
      output: expect.stringContaining('Not what was anchored: the root of 2026-11-20'),
    })
  })

  it('ends with 2 when the mail has no root of a day of the export', () => {
    const file = mailOf(day())
    writeFileSync(file, 'Nothing is anchored here.')
    expect(command(day(), '--anchor', file).status).toBe(2)
  })
})

describe('with a time stamp', async () => {
  const at = new Date('2026-11-21T03:31:00Z')
  const authority = await authorityKeys(null)
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const ca = file('ca.pem', authority.authority)
  const rootOf = (lines: readonly string[]) => rootStatement(readRootLine(lines[0]!)!.root)
  const tokenOf = async (text: string) => {
    const query = timeStampQuery(hash('sha256', text, 'buffer'), Buffer.from('0102', 'hex'))
    return Buffer.from(tokenOfReply(await timeStampReply(authority, query, at)))
  }
  const row = (of: string, token: Buffer) => JSON.stringify({ anchor: 'x', day: of, token: token.toString('base64') })
  const check = (stamps: string | Uint8Array, certificates = ca) =>
    command(day(), '--time-stamp', file('stamps', stamps), '--ca', certificates)

  it('ends with 0 when a token proves a root, in DER, as the site has it or as the audit export has it', async () => {
    const token = await tokenOf(rootOf(day()))
    const proved = {
      status: 0,
      output: expect.stringContaining('Time-stamped: 2026-11-20, by 2026-11-21T03:31:00.000Z'),
    }
    expect(check(token)).toMatchObject(proved)
    const other = await tokenOf('the root of another day')
    expect(check(`${row('2026-11-19', other)}\n${row('2026-11-20', token)}\n`)).toMatchObject(proved)
    const published = { authority: 'stamps.example.org', stamped_at: at.toISOString(), token: token.toString('base64') }
    expect(check(JSON.stringify({ day: '2026-11-20', time_stamps: [published] }))).toMatchObject(proved)
    expect(check(JSON.stringify({ day: '2026-11-20', time_stamps: [] }))).toMatchObject({
      status: 2,
      output: expect.stringContaining('No time stamp is of a root of this export'),
    })
  })

  it('ends with 1 when the export was written again with the same key', async () => {
    const other = await tokenOf('the root of that day as it was')
    expect(check(row('2026-11-20', other))).toMatchObject({
      status: 1,
      output: expect.stringContaining('Not what was stamped: the root of 2026-11-20'),
    })
  })

  it('ends with 2 when no token is of a root of the export', async () => {
    const none = { status: 2, output: expect.stringContaining('No time stamp is of a root of this export') }
    const other = await tokenOf('the root of another day')
    expect(check(other)).toMatchObject(none)
    expect(check(row('2026-11-19', other))).toMatchObject(none)
  })

  it('ends with 2 when a token proves nothing: of another authority, or changed', async () => {
    const token = await tokenOf(rootOf(day()))
    const nothing = { status: 2, output: expect.stringContaining('A time stamp proves nothing: ') }
    expect(check(token, file('other.pem', (await authorityKeys(null)).authority))).toMatchObject(nothing)
    const changed = Buffer.from(token)
    changed[token.length - 1]! ^= 1
    expect(check(changed)).toMatchObject(nothing)
    expect(check(Buffer.from('3003020101', 'hex'))).toMatchObject(nothing)
  })

  it('ends with 2 and a reason when a file is missing or is another one', async () => {
    const token = await tokenOf(rootOf(day()))
    const failed = (reason: string) => ({ status: 2, output: expect.stringContaining(reason) })
    expect(check('a text')).toMatchObject(failed('has no time stamp in DER'))
    expect(check(token, file('text', 'a text'))).toMatchObject(failed('it holds no certificate in PEM'))
    expect(check(token, join(folder, 'none'))).toMatchObject(failed('ENOENT'))
    expect(command(day(), '--time-stamp', file('stamps', token))).toMatchObject(failed('--time-stamp needs --ca'))
    expect(command(day(), '--ca', ca)).toMatchObject(failed('--ca a time stamp'))
  })
})
