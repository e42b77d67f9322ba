import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** Below this a packet holds it anyway. */
const GZIP_FROM_BYTES = 600

/** One value serialised once for all its readers. */
export interface Snapshot {
  readonly etag: string
  readonly json: Buffer
  /** Undefined for what is too short to be worth it. */
  readonly gzip: Buffer | undefined
}

/** Makes a snapshot of JSON text. The tag is of the content, so equal content answers 304 from any process. */
export function snapshotOf(json: string): Snapshot {
  const bytes = Buffer.from(json)
  let packed: Buffer | undefined
  return {
    etag: `"${createHash('sha1').update(bytes).digest('base64url')}"`,
    json: bytes,
    // Most snapshots are replaced before any request for them: compressed for the first one, kept for the others.
    get gzip() {
      return bytes.length < GZIP_FROM_BYTES ? undefined : (packed ??= gzipSync(bytes, { level: 4 }))
    },
  }
}
