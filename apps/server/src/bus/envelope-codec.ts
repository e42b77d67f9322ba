import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import type { Envelope } from './thread-bus.ts'

/** First byte of a message: how its payload is written. */
const JSON_PAYLOAD = 0
const NUMBERS_PAYLOAD = 1
/** The kind, then the length of the header in four bytes, big end first. */
const PREFIX_BYTES = 5

/**
 * Bytes of a message for another process: a header of JSON, which holds the payload too, or is followed by the numbers of
 * a `Float64Array` (eight bytes each, little end first). Throws TypeError for a payload that is neither JSON nor a
 * `Float64Array`: it would arrive as something else.
 */
export function encodeEnvelope({ from, subject, payload }: Envelope): Buffer {
  if (payload instanceof Float64Array) {
    const numbers = Buffer.allocUnsafe(payload.length * Float64Array.BYTES_PER_ELEMENT)
    for (let i = 0; i < payload.length; i += 1) numbers.writeDoubleLE(payload[i]!, i * Float64Array.BYTES_PER_ELEMENT)
    return Buffer.concat([prefixed(NUMBERS_PAYLOAD, JSON.stringify({ from, subject })), numbers])
  }
  if (!isJson(payload)) throw new TypeError(`${subject}: a payload is JSON or a Float64Array`)
  return prefixed(JSON_PAYLOAD, JSON.stringify({ from, subject, payload }))
}

/** The message that `encodeEnvelope` wrote; undefined for any other bytes. Nothing in them is run or taken for a type. */
export function decodeEnvelope(bytes: Uint8Array): Envelope | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.length < PREFIX_BYTES) return undefined
  const end = PREFIX_BYTES + data.readUInt32BE(1)
  if (end > data.length) return undefined
  const header = readHeader(data.toString('utf8', PREFIX_BYTES, end))
  if (header === undefined) return undefined
  const { from, subject } = header
  const kind = data[0]
  if (kind === JSON_PAYLOAD)
    return end === data.length && header.payload !== undefined ? { from, subject, payload: header.payload } : undefined
  const count = (data.length - end) / Float64Array.BYTES_PER_ELEMENT
  if (kind !== NUMBERS_PAYLOAD || !Number.isInteger(count)) return undefined
  const payload = new Float64Array(count)
  for (let i = 0; i < count; i += 1) payload[i] = data.readDoubleLE(end + i * Float64Array.BYTES_PER_ELEMENT)
  return { from, subject, payload }
}

function prefixed(kind: number, header: string): Buffer {
  const length = Buffer.byteLength(header)
  const bytes = Buffer.allocUnsafe(PREFIX_BYTES + length)
  bytes[0] = kind
  bytes.writeUInt32BE(length, 1)
  bytes.write(header, PREFIX_BYTES, 'utf8')
  return bytes
}

/** What JSON gives back as it was. A property that is undefined is left out, as JSON does. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.values(value).every((one) => one === undefined || isJson(one))
}

function readHeader(text: string): Envelope | undefined {
  const read = parseJson(text)
  if (typeof read !== 'object' || read === null || !('from' in read) || !('subject' in read)) return undefined
  const { from, subject } = read
  if (typeof from !== 'string' || typeof subject !== 'string') return undefined
  return { from, subject, payload: 'payload' in read ? read.payload : undefined }
}
