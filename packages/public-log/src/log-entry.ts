import { readCanonical } from '@strikewise/domain/hashing/canonical-json.ts'

/** One entry of the record: numbered without gaps from 1, its hash covering number, content and the hash before it. */
export interface LogEntry {
  readonly seq: number
  readonly prev: string
  /** Canonical JSON. */
  readonly body: string
  readonly hash: string
}

/** A platform's SHA-256 of a text's UTF-8 bytes, in hex. Browsers have one that must be waited for. */
export type Sha256 = (text: string) => string | Promise<string>

/** What the first entry, and the first day's root, are chained to. */
export const LOG_START_HASH = '0'.repeat(64)

/** The text whose SHA-256 is the entry's hash. A canonical body holds no line break, so the parts cannot run into each other. */
export function hashedText({ seq, prev, body }: Omit<LogEntry, 'hash'>): string {
  return `${prev}\n${seq}\n${body}`
}

/** The entry as a line of an export: canonical JSON, without the line break. */
export function entryLine({ seq, prev, body, hash }: LogEntry): string {
  return `{"body":${body},"hash":"${hash}","prev":"${prev}","seq":${seq}}`
}

/** Reads a line that `entryLine` wrote; undefined for any other text, down to a space. */
export function readEntryLine(line: string): LogEntry | undefined {
  const read = readCanonical(line)
  if (read === undefined || Object.keys(read).length !== 4) return undefined
  const { hash, prev, seq } = read
  if (typeof hash !== 'string' || typeof prev !== 'string' || typeof seq !== 'number') return undefined
  const body = line.slice('{"body":'.length, -entryLine({ seq, prev, body: '', hash }).length + '{"body":'.length)
  const entry = { seq, prev, body, hash }
  return entryLine(entry) === line ? entry : undefined
}
