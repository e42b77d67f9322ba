import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pemCertificates } from './pem-certificates.ts'

/** A certificate that signs itself. */
const PEM = readFileSync(join(import.meta.dirname, 'testing', 'certificate.pem'), 'utf8')

it('reads each certificate of a text, with what stands between them', () => {
  const [first, second, ...more] = pemCertificates(`# one\n${PEM}\n# two\n${PEM.replaceAll('\n', '\r\n')}`)
  expect([Buffer.from(first!).equals(second!), more]).toEqual([true, []])
  // SEQUENCE with a length of two bytes.
  expect([...first!.subarray(0, 2)]).toEqual([0x30, 0x82])
})

it('refuses a text without one, and a certificate that cannot be read', () => {
  expect(() => pemCertificates('')).toThrow('it holds no certificate in PEM')
  expect(() => pemCertificates(PEM.replace('MII', 'AII'))).toThrow('a certificate in it cannot be read')
})
