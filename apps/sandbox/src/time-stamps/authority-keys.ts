import { createPrivateKey, X509Certificate, type webcrypto } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as asn1js from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'
import * as z from 'zod'

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** Bits of KeyUsage (RFC 5280, 4.2.1.3), with the number of bits that are not used. */
const KEY_CERT_SIGN = { bits: 0x04, unusedBits: 2 }
const DIGITAL_SIGNATURE = { bits: 0x80, unusedBits: 7 }
/** Market time may be any day that was recorded. */
const VALID = { from: new Date('2010-01-01T00:00:00Z'), until: new Date('2049-12-31T00:00:00Z') }

const savedKeys = z.strictObject({ authority: z.string(), signer: z.string(), privateKey: z.string() })

/** What a time-stamp authority signs with. */
export interface AuthorityKeys {
  /** The certificate that clients trust, in PEM. */
  readonly authority: string
  readonly signer: Certificate
  readonly privateKey: CryptoKey
}

/** The keys in the data folder, made at the first call; without a folder new ones. Throws where the file cannot be read. */
export async function authorityKeys(data: string | null): Promise<AuthorityKeys> {
  if (data === null) return keysOf(await newKeys())
  const file = join(data, 'time-stamp-authority.json')
  if (existsSync(file)) return keysOf(savedKeys.parse(JSON.parse(readFileSync(file, 'utf8'))))
  const made = await newKeys()
  mkdirSync(data, { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.next`, JSON.stringify(made), { mode: 0o600 })
  renameSync(`${file}.next`, file)
  return keysOf(made)
}

async function keysOf({ authority, signer, privateKey }: z.infer<typeof savedKeys>): Promise<AuthorityKeys> {
  const pkcs8 = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })
  return {
    authority,
    signer: Certificate.fromBER(Uint8Array.from(new X509Certificate(signer).raw).buffer),
    privateKey: await crypto.subtle.importKey('pkcs8', Uint8Array.from(pkcs8), CURVE, false, ['sign']),
  }
}

/** A certificate that signs itself, and below it the one that signs time stamps. The key of the first is not stored. */
async function newKeys(): Promise<z.infer<typeof savedKeys>> {
  const [root, signer] = [await newKeyPair(), await newKeyPair()]
  const name = 'Strikewise sandbox time-stamp authority'
  const rootCertificate = await certificateOf(name, root.publicKey, { name, key: root.privateKey }, [
    extension(BASIC_CONSTRAINTS, new BasicConstraints({ cA: true }).toSchema()),
    keyUsage(KEY_CERT_SIGN),
  ])
  const signerCertificate = await certificateOf(
    'Strikewise sandbox time stamps',
    signer.publicKey,
    { name, key: root.privateKey },
    [
      extension(BASIC_CONSTRAINTS, new BasicConstraints({ cA: false }).toSchema()),
      keyUsage(DIGITAL_SIGNATURE),
      extension(EXTENDED_KEY_USAGE, new ExtKeyUsage({ keyPurposes: [TIME_STAMPING] }).toSchema()),
    ],
  )
  return {
    authority: pemOf('CERTIFICATE', rootCertificate.toSchema().toBER()),
    signer: pemOf('CERTIFICATE', signerCertificate.toSchema().toBER()),
    privateKey: pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', signer.privateKey)),
  }
}

function newKeyPair(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
}

async function certificateOf(
  name: string,
  publicKey: CryptoKey,
  issuer: { readonly name: string; readonly key: CryptoKey },
  extensions: Extension[],
): Promise<Certificate> {
  const certificate = new Certificate({
    version: 2,
    serialNumber: newSerialNumber(),
    issuer: distinguishedName(issuer.name),
    subject: distinguishedName(name),
    notBefore: new Time({ value: VALID.from }),
    notAfter: new Time({ value: VALID.until }),
    extensions,
  })
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(issuer.key, 'SHA-256')
  return certificate
}

/** 16 random bytes, positive as an INTEGER is signed. */
export function newSerialNumber(): asn1js.Integer {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return new asn1js.Integer({ valueHex: bytes.buffer })
}

function distinguishedName(name: string): RelativeDistinguishedNames {
  const value = new asn1js.Utf8String({ value: name })
  return new RelativeDistinguishedNames({ typesAndValues: [new AttributeTypeAndValue({ type: COMMON_NAME, value })] })
}

function keyUsage({ bits, unusedBits }: { readonly bits: number; readonly unusedBits: number }): Extension {
  return extension(KEY_USAGE, new asn1js.BitString({ valueHex: Uint8Array.of(bits).buffer, unusedBits }))
}

function extension(extnID: string, value: asn1js.BaseBlock): Extension {
  return new Extension({ extnID, critical: true, extnValue: value.toBER() })
}

function pemOf(label: string, der: ArrayBuffer): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
