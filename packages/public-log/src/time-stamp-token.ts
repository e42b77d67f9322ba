import * as asn1js from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  getCrypto,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** Statuses with a token (RFC 3161, 2.4.2). */
const GRANTED: readonly PKIStatus[] = [PKIStatus.granted, PKIStatus.grantedWithMods]

/** What a valid token proves. */
export interface TimeStamp {
  /** When the authority had the text, by its own clock. */
  readonly at: Date
  /** Object identifier of the policy under which it was issued. */
  readonly policy: string
  /** SHA-256 of the certificate that signed, 64 hex digits. */
  readonly signer: string
}

/** Raised for bytes that are no token, and for a token that does not prove what it is checked for. */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError'
}

/** A query (`application/timestamp-query`) for the SHA-256 of a text: 32 bytes, and a nonce of up to 20 bytes. */
export function timeStampQuery(sha256: Uint8Array, nonce: Uint8Array): Uint8Array {
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: copyOf(sha256) }),
    }),
    nonce: nonceOf(nonce),
    certReq: true,
  })
  return new Uint8Array(query.toSchema().toBER())
}

/** The token in a reply (`application/timestamp-reply`), not yet verified. Throws TimeStampError where it was refused. */
export function tokenOfReply(reply: Uint8Array): Uint8Array {
  const { status, timeStampToken } = parsed('reply', () => TimeStampResp.fromBER(copyOf(reply)))
  if (!GRANTED.includes(status.status) || timeStampToken === undefined) {
    const texts = (status.statusStrings ?? []).map((text) => text.valueBlock.value).join(' ')
    throw new TimeStampError(`the authority refused with status ${status.status}${texts === '' ? '' : `: ${texts}`}`)
  }
  return new Uint8Array(timeStampToken.toSchema().toBER())
}

/** The SHA-256 that a token states it was issued for, 64 hex digits: unverified, to find the text. Throws TimeStampError. */
export function stampedHash(token: Uint8Array): string {
  return hex(
    new Uint8Array(tokenInfo(parsed('token', () => signedDataOf(token))).messageImprint.hashedMessage.getValue()),
  )
}

/**
 * Verifies that `token` (RFC 3161) was issued for `text`: imprint, signature, the certificate in the token and its purpose.
 * `nonce`: that of the query, where the reply to it is checked. `authorities`: certificates in DER that the chain of the
 * signer must lead to at the time of the token; without them the certificate in the token is all that is known of it.
 * Revocation is not checked. Throws TimeStampError.
 */
export async function verifyTimeStamp(
  token: Uint8Array,
  text: Uint8Array,
  { nonce, authorities }: { readonly nonce?: Uint8Array; readonly authorities?: readonly Uint8Array[] } = {},
): Promise<TimeStamp> {
  const signed = parsed('token', () => signedDataOf(token))
  const info = tokenInfo(signed)
  if (nonce !== undefined && info.nonce?.isEqual(nonceOf(nonce)) !== true)
    throw new TimeStampError('the token has another nonce than the query')
  const { certificate, at } = await checkSignature(signed, text, authorities)
  checkPurpose(certificate)
  await checkSigningCertificate(signed, certificate)
  return { at, policy: info.policy, signer: hex(await sha256Of(certificate)) }
}

function tokenInfo(signed: SignedData): TSTInfo {
  const info = parsed('token', () => TSTInfo.fromBER(signed.encapContentInfo.eContent!.getValue()))
  if (info.messageImprint.hashAlgorithm.algorithmId !== SHA_256)
    throw new TimeStampError('the token is not for a SHA-256')
  return info
}

function signedDataOf(token: Uint8Array): SignedData {
  const content = ContentInfo.fromBER(copyOf(token))
  if (content.contentType !== SIGNED_DATA) throw new TimeStampError('it is no signed data')
  const signed = new SignedData({ schema: content.content })
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== TST_INFO || eContent === undefined) throw new TimeStampError('it is no time stamp')
  // RFC 3161, 2.4.2: the signature of the authority, and no other.
  if (signed.signerInfos.length !== 1) throw new TimeStampError('it has not one signer')
  return signed
}

async function checkSignature(
  signed: SignedData,
  text: Uint8Array,
  authorities: readonly Uint8Array[] | undefined,
): Promise<{ certificate: Certificate; at: Date }> {
  const contentType = attributeOf(signed, CONTENT_TYPE)
  if (!(contentType instanceof asn1js.ObjectIdentifier) || contentType.valueBlock.toString() !== TST_INFO)
    throw new TimeStampError('the signature is of another kind of content')
  const result = await signed
    .verify({
      signer: 0,
      data: copyOf(text),
      checkChain: authorities !== undefined,
      trustedCerts: (authorities ?? []).map((der) => parsed('certificate', () => Certificate.fromBER(copyOf(der)))),
      // Tokens carry no revocation lists, and none is asked for.
      passedWhenNotRevValues: true,
      extendedMode: true,
    })
    .catch((error: unknown) => {
      throw new TimeStampError(error instanceof Error ? error.message : String(error), { cause: error })
    })
  if (result.signatureVerified !== true || result.signerCertificate == null || result.date === undefined)
    throw new TimeStampError('the signature does not fit the certificate')
  return { certificate: result.signerCertificate, at: result.date }
}

/** RFC 3161, 2.3: the certificate is for time stamps alone, and says so in a critical extension. */
function checkPurpose(certificate: Certificate): void {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : []
  if (usage?.critical !== true || purposes.length !== 1 || purposes[0] !== TIME_STAMPING)
    throw new TimeStampError('the certificate of the signer is not for time stamps')
}

/** The signature covers a hash of the certificate (RFC 2634, RFC 5816), so that no other one with the same key stands in. */
async function checkSigningCertificate(signed: SignedData, certificate: Certificate): Promise<void> {
  const v2 = attributeOf(signed, SIGNING_CERTIFICATE_V2)
  const attribute = v2 ?? attributeOf(signed, SIGNING_CERTIFICATE)
  const algorithm = v2 === undefined ? 'SHA-1' : hashAlgorithmOf(firstCertificateId(v2))
  const id = firstCertificateId(attribute)
  const named = id?.valueBlock.value.find((part) => part instanceof asn1js.OctetString)
  const actual = new Uint8Array(await getCrypto(true).digest(algorithm, certificate.toSchema().toBER()))
  if (named === undefined || hex(new Uint8Array(named.getValue())) !== hex(actual))
    throw new TimeStampError('the signature names another certificate')
}

/** SigningCertificate(V2) ::= SEQUENCE { certs SEQUENCE OF ESSCertID(v2), … }: the first is that of the signer. */
function firstCertificateId(attribute: asn1js.BaseBlock | undefined): asn1js.Sequence | undefined {
  const ids = attribute instanceof asn1js.Sequence ? attribute.valueBlock.value[0] : undefined
  const first = ids instanceof asn1js.Sequence ? ids.valueBlock.value[0] : undefined
  return first instanceof asn1js.Sequence ? first : undefined
}

/** SHA-256 is the default of ESSCertIDv2 and then left out. */
function hashAlgorithmOf(id: asn1js.Sequence | undefined): string {
  const stated = id?.valueBlock.value[0]
  if (!(stated instanceof asn1js.Sequence)) return 'SHA-256'
  const oid = new AlgorithmIdentifier({ schema: stated }).algorithmId
  const name = HASHES[oid]
  if (name === undefined) throw new TimeStampError(`the hash ${oid} of the certificate is not supported`)
  return name
}

const HASHES: Readonly<Record<string, string>> = {
  [SHA_256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

function attributeOf(signed: SignedData, type: string): asn1js.BaseBlock | undefined {
  const attribute = signed.signerInfos[0]?.signedAttrs?.attributes.find((one) => one.type === type)
  return attribute?.values[0] as asn1js.BaseBlock | undefined
}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof TimeStampError) throw error
    throw new TimeStampError(`not a ${what} of RFC 3161`, { cause: error })
  }
}

/** An INTEGER is signed: a leading zero byte keeps it positive. */
function nonceOf(nonce: Uint8Array): asn1js.Integer {
  return asn1js.Integer.fromBigInt(BigInt(`0x${hex(nonce)}`))
}

async function sha256Of(certificate: Certificate): Promise<Uint8Array> {
  return new Uint8Array(await getCrypto(true).digest('SHA-256', certificate.toSchema().toBER()))
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
