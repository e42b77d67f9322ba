import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { canonicalJson, readCanonical } from '@strikewise/domain/hashing/canonical-json.ts'

/** What is reported of the record when a day is over. It names the root before it, so that no end can be cut off unseen. */
export interface DayRoot {
  readonly day: IstDate
  readonly first_seq: number
  readonly last_seq: number
  readonly count: number
  /** Hash of the entry before the first, and of the last. */
  readonly start_hash: string
  readonly last_hash: string
  /** SHA-256 of the statement of the root before; `LOG_START_HASH` for the first. */
  readonly previous_root: string
}

export interface SignedRoot {
  readonly root: DayRoot
  /** Ed25519: 32 bytes of the public key and 64 of the signature of `rootStatement`, in hex. */
  readonly key: string
  readonly signature: string
}

/** The text that is signed. Its first line keeps a signature from being taken for one of anything else. */
export function rootStatement(root: DayRoot): string {
  return `strikewise record root 1\n${canonicalJson(root)}`
}

/** The root as the first line of a day's export. */
export function rootLine({ root, key, signature }: SignedRoot): string {
  return canonicalJson({ root, key, signature })
}

/** Reads a line that `rootLine` wrote; undefined for any other text. */
export function readRootLine(line: string): SignedRoot | undefined {
  const read = readCanonical(line)
  return read !== undefined && Object.keys(read).length === 3 && isSignedRoot(read) ? read : undefined
}

const HEX_64 = /^[0-9a-f]{64}$/
const HEX_128 = /^[0-9a-f]{128}$/

function isSignedRoot(read: object): read is SignedRoot {
  const { root, key, signature } = read as { root?: Partial<DayRoot>; key?: unknown; signature?: unknown }
  if (typeof root !== 'object' || root === null) return false
  const { day, first_seq, last_seq, count, start_hash, last_hash, previous_root } = root
  return (
    typeof day === 'string' &&
    [first_seq, last_seq, count].every((number) => Number.isSafeInteger(number)) &&
    [start_hash, last_hash, previous_root, key].every((hex) => typeof hex === 'string' && HEX_64.test(hex)) &&
    typeof signature === 'string' &&
    HEX_128.test(signature)
  )
}
