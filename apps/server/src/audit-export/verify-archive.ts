// @invariant audit-export
import { createHash, createPublicKey, hash, verify } from 'node:crypto'
import { readRootLine } from '@strikewise/public-log/day-root.ts'
import { linesOf } from '@strikewise/public-log/lines.ts'
import { verifyLog } from '@strikewise/public-log/verify-log.ts'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { ChainChecks } from './chain-checks.ts'
import { MANIFEST_FILE, manifestStatement, readManifest, type ArchivedFile, type SignedManifest } from './manifest.ts'
import { readTar, TamperedArchive, type TarFile } from './tar.ts'

export interface ArchiveVerdict {
  /** What is not as it was written, in the order in which it was found; empty: the archive holds. */
  readonly findings: readonly string[]
  readonly signed: SignedManifest | undefined
}

/** The manifest is one line for each file; a larger one is none of ours. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024

/**
 * Verifies an export from the bytes of its tar alone: sums, sizes and row counts of every file, the manifest's signature, the
 * signed days of the public record, and the chains of the journal and of the operators' log. `key`: the only key accepted.
 */
export async function verifyArchive(tar: AsyncIterable<Uint8Array>, key?: string): Promise<ArchiveVerdict> {
  const chains = new ChainChecks()
  const findings: string[] = []
  const files: ArchivedFile[] = []
  let signed: SignedManifest | undefined
  try {
    for await (const file of readTar(tar)) {
      if (signed !== undefined) findings.push(`${file.name} stands after the manifest`)
      if (file.name === MANIFEST_FILE) signed = await manifestOf(file, findings)
      else files.push(await readFile(file, chains, findings))
    }
  } catch (error) {
    if (!(error instanceof TamperedArchive)) throw error
    findings.push(error.message)
  }
  if (signed === undefined) findings.push('there is no manifest that can be read')
  else {
    findings.push(...manifestFindings(signed, files, key))
    if (canonicalJson(chains.end()) !== canonicalJson(signed.manifest.chains))
      findings.push('the chains do not end where the manifest says')
  }
  return { findings: [...findings, ...chains.findings], signed }
}

async function manifestOf(file: TarFile, findings: string[]): Promise<SignedManifest | undefined> {
  if (file.bytes > MAX_MANIFEST_BYTES) return undefined
  const pieces: Buffer[] = []
  for await (const piece of file.content) pieces.push(piece)
  const signed = readManifest(Buffer.concat(pieces).toString())
  if (signed === undefined) findings.push(`${MANIFEST_FILE} was changed`)
  return signed
}

function manifestFindings(signed: SignedManifest, files: readonly ArchivedFile[], key: string | undefined): string[] {
  const { manifest } = signed
  const found: string[] = []
  if (key !== undefined && signed.key !== key) found.push(`the manifest is signed with another key: ${signed.key}`)
  if (!isSigned(signed, manifestStatement(manifest))) found.push('the signature of the manifest does not hold')
  manifest.files.forEach((listed, at) => {
    const read = files[at]
    if (read?.name !== listed.name) found.push(`${listed.name} is not where the manifest lists it`)
    else if (read.sha256 !== listed.sha256 || read.bytes !== listed.bytes) found.push(`${listed.name} was changed`)
    else if (read.rows !== listed.rows) found.push(`${listed.name} has ${read.rows} rows, not ${listed.rows}`)
  })
  for (const { name } of files.slice(manifest.files.length)) found.push(`${name} is not in the manifest`)
  for (const [table, rows] of Object.entries(manifest.rows)) {
    const read = files.filter(({ name }) => name.startsWith(`${table}/`)).reduce((sum, file) => sum + file.rows, 0)
    if (read !== rows) found.push(`${table} has ${read} rows, not ${rows}`)
  }
  return found
}

/** Reads one file to its end: its sum, and what the chains find in it. */
async function readFile(file: TarFile, chains: ChainChecks, findings: string[]): Promise<ArchivedFile> {
  const sum = createHash('sha256')
  let rows = 0
  const text = async function* () {
    const decoder = new TextDecoder()
    for await (const piece of file.content) {
      sum.update(piece)
      for (const byte of piece) if (byte === 0x0a) rows += 1
      yield decoder.decode(piece, { stream: true })
    }
  }
  try {
    await followLines(file.name, linesOf(text()), chains, findings)
  } catch (error) {
    if (![SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind)) throw error
    findings.push(`${file.name} has a line that cannot be read`)
  }
  // A reading that ended at what it found leaves the rest to be summed.
  for await (const piece of file.content) {
    sum.update(piece)
    for (const byte of piece) if (byte === 0x0a) rows += 1
  }
  return { name: file.name, bytes: file.bytes, rows, sha256: sum.digest('hex') }
}

async function followLines(
  name: string,
  lines: AsyncGenerator<string>,
  chains: ChainChecks,
  findings: string[],
): Promise<void> {
  if (name.startsWith('record/')) await followRecord(name, lines, chains, findings)
  else
    for await (const line of lines) {
      if (name.startsWith('account_journal/')) chains.journal(line)
      else if (name.startsWith('operator_actions/')) chains.action(line)
    }
}

async function followRecord(
  name: string,
  lines: AsyncGenerator<string>,
  chains: ChainChecks,
  findings: string[],
): Promise<void> {
  const withRoot = async function* () {
    let isFirst = true
    for await (const line of lines) {
      const root = isFirst ? readRootLine(line)?.root : undefined
      if (root !== undefined) chains.root(root)
      isFirst = false
      yield line
    }
  }
  const verdict = await verifyLog(withRoot(), { sha256: (text) => hash('sha256', text, 'hex'), verifies: isSigned })
  if (!verdict.ok) findings.push(`${name} is not the record that was signed: ${verdict.damage.kind}`)
  else if (!verdict.attested) findings.push(`${name} ends before its signed end`)
}

function isSigned({ key, signature }: { readonly key: string; readonly signature: string }, text: string): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'hex').toString('base64url') }
  try {
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'hex'))
  } catch {
    // Not the bytes of a key: nothing is signed with it.
    return false
  }
}
