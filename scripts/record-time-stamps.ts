import { readFileSync } from 'node:fs'
import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import { pemCertificates } from '@strikewise/public-log/pem-certificates.ts'
import { stampedHash, TimeStampError, verifyTimeStamp } from '@strikewise/public-log/time-stamp-token.ts'

/** First byte of DER: a SEQUENCE. */
const SEQUENCE = 0x30

/** A token of a file. `day`: which root it was stored for, where the file states it. */
interface StatedToken {
  readonly day: string | undefined
  readonly token: Uint8Array
}

/** A root of an export: its statement, which is the text that is stamped, and the SHA-256 of it in hex. */
export interface StatedRoot {
  readonly statement: string
  readonly hash: string
}

/**
 * The tokens of a file: one in DER, the time stamps of a day as the site has them, or rows of `public_log_time_stamps` as JSON
 * lines. Throws for any other file.
 */
export function tokensInFile(file: string): readonly StatedToken[] {
  const bytes = readFileSync(file)
  if (bytes[0] === SEQUENCE) return [{ day: undefined, token: bytes }]
  const lines = bytes.toString('utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const read = parseJson(line)
      const rows = isOfDay(read)
        ? read.time_stamps.map((stamp: unknown) => Object.assign({ day: read.day }, stamp))
        : [read]
      return rows.map((row) => {
        if (!isStoredToken(row))
          throw new Error(`${file} has no time stamp in DER, time stamps of a day or rows of public_log_time_stamps`)
        return { day: row.day, token: Buffer.from(row.token, 'base64') }
      })
    })
}

/**
 * Reports whether tokens prove the roots of an export, by their day, below the certificates (PEM) in `certificateFile`.
 * Returns the status that the command ends with: 0 when they do, 1 when a root is not the one that was stamped, 2 when no
 * token fits a root or one of them proves nothing.
 */
export async function checkTimeStamps(
  tokens: readonly StatedToken[],
  certificateFile: string,
  roots: ReadonlyMap<string, StatedRoot>,
): Promise<number> {
  const authorities = pemCertificates(readFileSync(certificateFile, 'latin1'))
  let proved = 0
  for (const { day, token } of tokens) {
    const stated = day === undefined ? undefined : roots.get(day)
    // Rows of other days than those of the export.
    if (day !== undefined && stated === undefined) continue
    try {
      const hash = stampedHash(token)
      const [rootDay, root] = [...roots].find(([, one]) => one.hash === hash) ?? []
      if (root === undefined || rootDay === undefined) {
        if (stated === undefined) continue
        // Of the token no more is checked: its signature is verified with its own text, which is not here.
        console.log(`Not what was stamped: the root of ${day} is ${stated.hash}, and ${hash} in the time stamp.`)
        return 1
      }
      const { at, signer } = await verifyTimeStamp(token, Buffer.from(root.statement), { authorities })
      console.log(`Time-stamped: ${rootDay}, by ${at.toISOString()}, signed with the certificate ${signer}.`)
      proved += 1
    } catch (error) {
      if (!(error instanceof TimeStampError)) throw error
      console.log(`A time stamp proves nothing: ${error.message}.`)
      return 2
    }
  }
  if (proved > 0) return 0
  console.log('No time stamp is of a root of this export: it is of another day, or the export was written again.')
  return 2
}

function isOfDay(read: unknown): read is { readonly day: string; readonly time_stamps: readonly unknown[] } {
  if (typeof read !== 'object' || read === null) return false
  const { day, time_stamps: stamps } = read as { day?: unknown; time_stamps?: unknown }
  return typeof day === 'string' && Array.isArray(stamps)
}

function isStoredToken(row: unknown): row is { readonly day: string; readonly token: string } {
  if (typeof row !== 'object' || row === null) return false
  const { day, token } = row as { day?: unknown; token?: unknown }
  return typeof day === 'string' && typeof token === 'string'
}
