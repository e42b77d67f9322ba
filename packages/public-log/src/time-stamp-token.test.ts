import { execFileSync, spawnSync } from 'node:child_process'
import { hash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeStampQuery, tokenOfReply, verifyTimeStamp } from './time-stamp-token.ts'

const CONFIG = `
[req]
distinguished_name = name
[name]
[tsa]
default_tsa = authority
[authority]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
[root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
[stamps]
basicConstraints = critical,CA:false
extendedKeyUsage = critical,timeStamping
`
const TEXT = Buffer.from('the statement of a root')
const NONCE = Buffer.from('ff00112233445566', 'hex')
const folder = mkdtempSync(join(tmpdir(), 'strikewise-time-stamp-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })

/** A root certificate in `<name>.pem`, and below it one for time stamps in `<name>-stamps.pem`. */
function makeAuthority(name: string, keyType: readonly string[]): void {
  const made = ['-config', 'config', '-nodes', '-days', '3650']
  openssl(
    'req',
    '-x509',
    ...keyType,
    ...made,
    '-extensions',
    'root',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
  )
  openssl(
    'req',
    ...keyType,
    '-config',
    'config',
    '-nodes',
    '-subj',
    `/CN=${name} stamps`,
    '-keyout',
    `${name}-stamps.key`,
    '-out',
    'request',
  )
  openssl(
    'x509',
    '-req',
    '-in',
    'request',
    '-CA',
    `${name}.pem`,
    '-CAkey',
    `${name}.key`,
    '-CAcreateserial',
    '-days',
    '3650',
    '-extfile',
    'config',
    '-extensions',
    'stamps',
    '-out',
    `${name}-stamps.pem`,
  )
}

function replyOf(name: string, text: Buffer = TEXT): Buffer {
  writeFileSync(join(folder, 'query'), timeStampQuery(hash('sha256', text, 'buffer'), NONCE))
  openssl(
    'ts',
    '-reply',
    '-config',
    'config',
    '-queryfile',
    'query',
    '-signer',
    `${name}-stamps.pem`,
    '-inkey',
    `${name}-stamps.key`,
    '-out',
    'reply',
  )
  return readFileSync(join(folder, 'reply'))
}

const certificateOf = (name: string) => new X509Certificate(readFileSync(join(folder, `${name}.pem`))).raw

// The replies are those of another implementation, so that both sides do not share an error.
describe.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'a token of OpenSSL (skipped where it is absent)',
  () => {
    beforeAll(() => {
      writeFileSync(join(folder, 'config'), CONFIG)
      writeFileSync(join(folder, 'serial'), '01')
      makeAuthority('rsa', ['-newkey', 'rsa:2048'])
      makeAuthority('ec', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'])
    })

    it.each(['rsa', 'ec'])('is valid for its text, nonce and authority: %s', async (name) => {
      const token = tokenOfReply(replyOf(name))
      const expected = { nonce: NONCE, authorities: [certificateOf(name)] }
      const { policy, signer } = await verifyTimeStamp(token, TEXT, expected)
      expect(policy).toBe('1.2.3.4.1')
      expect(signer).toBe(hash('sha256', certificateOf(`${name}-stamps`), 'hex'))
    })

    it('is refused for another text, nonce or authority', async () => {
      const token = tokenOfReply(replyOf('rsa'))
      await expect(verifyTimeStamp(token, Buffer.from('another'))).rejects.toThrow(/TSTInfo verification/)
      await expect(verifyTimeStamp(token, TEXT, { nonce: Buffer.from('01', 'hex') })).rejects.toThrow(/nonce/)
      await expect(verifyTimeStamp(token, TEXT, { authorities: [certificateOf('ec')] })).rejects.toThrow(/certificate/)
    })

    it('is refused when its signature or its time was changed', async () => {
      const token = Buffer.from(tokenOfReply(replyOf('rsa')))
      const signatureChanged = Buffer.from(token)
      signatureChanged[token.length - 1]! ^= 1
      await expect(verifyTimeStamp(signatureChanged, TEXT)).rejects.toThrow(/signature/)
      const time = /\d{14}Z/.exec(token.toString('latin1'))!
      const timeChanged = Buffer.from(token)
      timeChanged.write('2019', time.index)
      await expect(verifyTimeStamp(timeChanged, TEXT)).rejects.toThrow(/digest|signature/)
    })

    it('is refused where a reply has none, and where bytes are none', async () => {
      writeFileSync(join(folder, 'query'), timeStampQuery(Buffer.alloc(20), NONCE))
      openssl(
        'ts',
        '-reply',
        '-config',
        'config',
        '-queryfile',
        'query',
        '-signer',
        'rsa-stamps.pem',
        '-inkey',
        'rsa-stamps.key',
        '-out',
        'reply',
      )
      expect(() => tokenOfReply(readFileSync(join(folder, 'reply')))).toThrow(/refused with status 2/)
      expect(() => tokenOfReply(Buffer.from('<html>'))).toThrow(/not a reply/)
      await expect(verifyTimeStamp(Buffer.from('<html>'), TEXT)).rejects.toThrow(/not a token/)
    })
  },
)
