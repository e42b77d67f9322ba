import * as asn1js from 'asn1js'
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatus,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { newSerialNumber, type AuthorityKeys } from './authority-keys.ts'

const POLICY = '1.3.6.1.4.1.32473.1'
const SHA_256 = '2.16.840.1.101.3.4.2.1'
const SHA_256_BYTES = 32
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
/** Bits of PKIFailureInfo (RFC 3161, 2.4.2). */
const FAILURES = { bad_algorithm: 0, bad_data_format: 5, unaccepted_policy: 15 } as const

/** The reply of RFC 3161 to a query, stamped with the instant `at`, or the status with which it is refused. */
export async function timeStampReply(keys: AuthorityKeys, query: Uint8Array, at: Date): Promise<Uint8Array> {
  const request = readQuery(query)
  if (request === undefined) return refused('bad_data_format')
  const { hashAlgorithm, hashedMessage } = request.messageImprint
  if (hashAlgorithm.algorithmId !== SHA_256 || hashedMessage.getValue().byteLength !== SHA_256_BYTES)
    return refused('bad_algorithm')
  if (request.reqPolicy !== undefined && request.reqPolicy !== POLICY) return refused('unaccepted_policy')
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint: request.messageImprint,
    serialNumber: newSerialNumber(),
    // DER has no fraction that ends with a zero: whole seconds have none.
    genTime: new Date(Math.floor(at.getTime() / 1000) * 1000),
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
  })
  const token = await signedToken(keys, info.toSchema().toBER(), request.certReq === true)
  const response = new TimeStampResp({
    status: new PKIStatusInfo({ status: PKIStatus.granted }),
    timeStampToken: token,
  })
  return new Uint8Array(response.toSchema().toBER())
}

function readQuery(query: Uint8Array): TimeStampReq | undefined {
  try {
    return TimeStampReq.fromBER(Uint8Array.from(query).buffer)
  } catch {
    return undefined
  }
}

function refused(failure: keyof typeof FAILURES): Uint8Array {
  const bit = FAILURES[failure]
  const bytes = new Uint8Array(Math.floor(bit / 8) + 1)
  bytes[bytes.length - 1] = 0x80 >> (bit % 8)
  const failInfo = new asn1js.BitString({ valueHex: bytes.buffer, unusedBits: 7 - (bit % 8) })
  const status = new PKIStatusInfo({
    status: PKIStatus.rejection,
    statusStrings: [new asn1js.Utf8String({ value: failure.replaceAll('_', ' ') })],
    failInfo,
  })
  return new Uint8Array(new TimeStampResp({ status }).toSchema().toBER())
}

async function signedToken({ signer, privateKey }: AuthorityKeys, content: ArrayBuffer, withCertificate: boolean) {
  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: TST_INFO })
  // Set apart from the constructor, which cuts the content into pieces that DER does not have.
  encapContentInfo.eContent = new asn1js.OctetString({ valueHex: content })
  const signed = new SignedData({
    version: 3,
    encapContentInfo,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new Attribute({ type: CONTENT_TYPE, values: [new asn1js.ObjectIdentifier({ value: TST_INFO })] }),
            new Attribute({
              type: MESSAGE_DIGEST,
              values: [new asn1js.OctetString({ valueHex: await sha256(content) })],
            }),
            new Attribute({
              type: SIGNING_CERTIFICATE_V2,
              values: [signingCertificate(await sha256(signer.toSchema().toBER()))],
            }),
          ],
        }),
      }),
    ],
    ...(withCertificate ? { certificates: [signer] } : {}),
  })
  await signed.sign(privateKey, 0, 'SHA-256')
  return new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) })
}

/** SigningCertificateV2 (RFC 5816) with one ESSCertIDv2, whose hash is SHA-256 where none is stated. */
function signingCertificate(hash: ArrayBuffer): asn1js.Sequence {
  const id = new asn1js.Sequence({ value: [new asn1js.OctetString({ valueHex: hash })] })
  return new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [id] })] })
}

function sha256(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', bytes)
}
