import { canonicalJson, readCanonical } from '@strikewise/domain/hashing/canonical-json.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'

/** The last file of an archive: what the others are. One line of canonical JSON. */
export const MANIFEST_FILE = 'manifest.json'

const hex64 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

const archivedFile = z.strictObject({ name: z.string(), bytes: count, rows: count, sha256: hex64 })
export type ArchivedFile = z.infer<typeof archivedFile>

const manifest = z.strictObject({
  format: z.literal(1),
  /** First and last day of the rows that have one, in India. */
  from: z.string().transform((text) => text as IstDate),
  to: z.string().transform((text) => text as IstDate),
  made_at: z.string(),
  /** In the order of the archive. */
  files: z.array(archivedFile),
  /** Rows of each table, over all of its files. */
  rows: z.record(z.string(), count),
  chains: z.strictObject({
    /** The public record: hash of the root before the first day, and of the last day's root; null: no day. */
    record: z.strictObject({ days: count, before: hex64.nullable(), last: hex64.nullable() }),
    /** The operators' log: hash before its first row, and of its last. */
    operator_actions: z.strictObject({ rows: count, before: hex64.nullable(), last: hex64.nullable() }),
    /** SHA-256 over account, number and hash of each account's last row, in the order of the archive. */
    account_journal: z.strictObject({ accounts: count, rows: count, heads: hex64 }),
  }),
})
export type Manifest = z.infer<typeof manifest>

const signedManifest = z.strictObject({ key: hex64, manifest, signature: z.string().regex(/^[0-9a-f]{128}$/) })
export type SignedManifest = z.infer<typeof signedManifest>

/** The text that is signed. Its first line keeps a signature from being taken for one of anything else. */
export const manifestStatement = (body: Manifest): string => `strikewise audit export 1\n${canonicalJson(body)}`

/** Reads the manifest's file; undefined for any text that was not written as one, down to a space. */
export function readManifest(text: string): SignedManifest | undefined {
  const read = text.endsWith('\n') ? readCanonical(text.slice(0, -1)) : undefined
  const parsed = signedManifest.safeParse(read)
  return parsed.success ? parsed.data : undefined
}
