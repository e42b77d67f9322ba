/** What PostgreSQL shows when its own disk is full (SQLSTATE class 53), in the wire protocol's version 3. */
const DISK_FULL = { S: 'ERROR', V: 'ERROR', C: '53100', M: 'could not extend file: No space left on device' }
const WRITES = /\b(insert into|delete from|(?<!for )update\s+["a-z])/i
/** The transaction stands, and has failed. */
const FAILED = 'E'

/**
 * Refuses every statement that writes, as a PostgreSQL with a full disk does; reads pass. A statement is known by its
 * text, so connections that have prepared theirs already must be broken first.
 */
export function diskFullAnswer(message: Buffer): Buffer | undefined {
  if (!WRITES.test(message.toString('latin1'))) return undefined
  const fields = Object.entries(DISK_FULL).map(([code, text]) => `${code}${text}\0`)
  return Buffer.concat([framed('E', Buffer.from(`${fields.join('')}\0`)), framed('Z', Buffer.from(FAILED))])
}

function framed(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}
