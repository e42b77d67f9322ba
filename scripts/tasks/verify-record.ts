// Reports whether an export of the public log is what was written, or the first place where it is not:
//   npm run verify-record -- file.jsonl [--key <64 hex digits>] [--from n] [--to n] [--anchor mail]
//     [--time-stamp token --ca certificates.pem]
// Needs no server: Node, the packages of this project and what they depend on are enough.
// Ends with 0 when it holds, 1 when it was changed, 2 when the question could not be answered.
import { createPublicKey, hash, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { rendererOf } from '@strikewise/messages/node.ts'
import { anchoredRoots, type AnchoredRoot } from '@strikewise/public-log/anchored-roots.ts'
import { readRootLine, rootStatement, type SignedRoot } from '@strikewise/public-log/day-root.ts'
import { linesOf } from '@strikewise/public-log/lines.ts'
import { verifyLog, type VerificationResult } from '@strikewise/public-log/verify-log.ts'
import { checkTimeStamps, tokensInFile, type StatedRoot } from '../record-time-stamps.ts'

const USAGE =
  'Usage: npm run verify-record -- <file.jsonl> [--key <64 hex digits>] [--from <n>] [--to <n>] [--anchor <mail>] [--time-stamp <token> --ca <certificates.pem>]'

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 2
})

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      anchor: { type: 'string' },
      'time-stamp': { type: 'string' },
      ca: { type: 'string' },
    },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Error(USAGE)
  if (values.key !== undefined && !/^[0-9a-f]{64}$/.test(values.key))
    throw new Error(`--key takes 64 hex digits\n${USAGE}`)
  const { 'time-stamp': timeStamp, ca } = values
  if ((timeStamp === undefined) !== (ca === undefined))
    throw new Error(
      `--time-stamp needs --ca, the certificates (PEM) that it must lead to, and --ca a time stamp\n${USAGE}`,
    )
  const tokens = timeStamp === undefined ? undefined : tokensInFile(timeStamp)
  const anchored = values.anchor === undefined ? undefined : anchoredRoots(readFileSync(values.anchor, 'utf8'))
  const roots = new Map<string, StatedRoot>()
  const verdict = await verifyLog(withRoots(linesOf(createReadStream(file, 'utf8')), roots), {
    sha256: (text) => hash('sha256', text, 'hex'),
    verifies,
    key: values.key,
    from: wholeNumber('--from', values.from),
    to: wholeNumber('--to', values.to),
  })
  tell(verdict, values.key !== undefined)
  if (!verdict.ok) return 1
  const mailed = anchored === undefined ? 0 : compareWith(anchored, roots)
  if (mailed !== 0 || tokens === undefined || ca === undefined) return mailed
  return checkTimeStamps(tokens, ca, roots)
}

/** Passes lines on, and notes each root by its day. */
async function* withRoots(lines: AsyncIterable<string>, roots: Map<string, StatedRoot>): AsyncGenerator<string> {
  for await (const line of lines) {
    const signed = line.startsWith('{"key":') ? readRootLine(line) : undefined
    if (signed !== undefined) {
      const statement = rootStatement(signed.root)
      roots.set(signed.root.day, { statement, hash: hash('sha256', statement, 'hex') })
    }
    yield line
  }
}

/** Compares the roots of the export with those that a mail outside has of the same days. */
function compareWith(anchored: readonly AnchoredRoot[], roots: ReadonlyMap<string, StatedRoot>): number {
  const common = anchored.filter(({ day }) => roots.has(day))
  for (const { day, hash: expected } of common)
    if (roots.get(day)?.hash !== expected) {
      console.log(`Not what was anchored: the root of ${day} is ${roots.get(day)?.hash}, and ${expected} in the mail.`)
      return 1
    }
  if (common.length === 0) {
    console.log('The mail anchors no day of this export.')
    return 2
  }
  console.log(`Anchored: ${common.map(({ day }) => day).join(', ')}.`)
  return 0
}

function tell(verdict: VerificationResult, keyGiven: boolean): void {
  if (!verdict.ok) {
    const { kind, line, seq, day, reason } = verdict.damage
    const place = [`line ${line}`, ...(seq === null ? [] : [`entry ${seq}`]), ...(day === null ? [] : [`day ${day}`])]
    console.log(`Not what was written: ${kind}, ${place.join(', ')}. ${rendererOf('en').text(reason)}`)
    return
  }
  const { entries, days, keys, attested } = verdict
  console.log(`The record holds: ${entries} entries of ${days.join(', ')}.`)
  if (!attested)
    console.log('It was not read to the end that the root names: what was read fits together, no more is known.')
  if (!keyGiven) console.log(`Signed with ${keys.join(', ')}: compare it with the key you know, or give it as --key.`)
}

function verifies({ key, signature }: SignedRoot, text: string): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'hex').toString('base64url') }
  return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'hex'))
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${name} takes the number of an entry\n${USAGE}`)
  return Number(text)
}
