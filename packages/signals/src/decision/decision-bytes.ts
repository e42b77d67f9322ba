// @invariant insert-only-history Decisions and account journal are insert-only and hash-chained; fills, refusals,
//   consents and payments are insert-only.
import { AGENT_NAMES } from '../registry/registry.ts'
import { createHash, hash } from 'node:crypto'
import { BIASES } from '../agents/signal.ts'
import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { DECISION_ACTIONS, type Contribution, type Decision, type EntryPlan } from './decision.ts'
import { NO_TRADE_CODES } from '../registry/no-trade-codes.ts'

/**
 * Layout of the bytes below. A change of any offset raises it, and records made before keep theirs: 1 (version 1.0.0)
 * had neither threshold nor spike, which stand where 1 left room for an eighth voice.
 */
const LAYOUT = 2
const FIRST_LAYOUT_VERSION = '1.0.0'
const MAX_CONTRIBUTIONS = 7
const MAX_REASONS = 24

const HEADER_BYTES = 112
const CONTRIBUTION_BYTES = 32
const FIGURES_OFFSET = HEADER_BYTES + MAX_CONTRIBUTIONS * CONTRIBUTION_BYTES
const FIGURES_BYTES = 32
const REASONS_OFFSET = FIGURES_OFFSET + FIGURES_BYTES
const ENTRY_OFFSET = REASONS_OFFSET + MAX_REASONS
const ENTRY_BYTES = 128
export const DECISION_BYTES = ENTRY_OFFSET + ENTRY_BYTES

/**
 * Canonical bytes of a decision, `DECISION_BYTES` long, little-endian: every figure and code it was made of and with,
 * no words (texts and `flips` follow from the figures). Equal decisions give equal bytes on every machine, also after
 * a round trip through JSON. Writes into `target` at `offset` when given, so that a day fills one block.
 * Throws RangeError on a code or name it does not know: a new one must be appended to the lists here.
 */
export function decisionBytes(decision: Decision, target?: Uint8Array, offset = 0): Uint8Array {
  const bytes = target ?? new Uint8Array(DECISION_BYTES)
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, DECISION_BYTES)
  const text = new Uint8Array(bytes.buffer, bytes.byteOffset + offset, DECISION_BYTES)
  text.fill(0)
  const first = decision.version === FIRST_LAYOUT_VERSION
  view.setUint8(0, first ? 1 : LAYOUT)
  view.setUint8(1, indexIn(INDEX_SYMBOLS, decision.symbol, 'symbol'))
  view.setUint8(2, indexIn(DECISION_ACTIONS, decision.action, 'action'))
  view.setInt8(3, decision.direction === null ? 0 : decision.direction === 'up' ? 1 : -1)
  view.setUint8(4, decision.contributions.length)
  view.setUint8(5, decision.noTrade.length)
  view.setUint8(6, decision.entry === null ? 0 : 1)
  view.setFloat64(8, decision.barEnd, true)
  view.setFloat64(16, decision.score, true)
  view.setFloat64(24, decision.coverage, true)
  view.setFloat64(32, decision.spot, true)
  view.setFloat64(40, decision.atr5, true)
  writeText(text, 48, 16, decision.version)
  writeHex(text, 64, decision.id, 16)
  writeHex(text, 80, decision.configHash, 32)
  if (decision.contributions.length > MAX_CONTRIBUTIONS) throw new RangeError('decision: too many contributions')
  decision.contributions.forEach((contribution, i) =>
    writeContribution(view, HEADER_BYTES + i * CONTRIBUTION_BYTES, contribution),
  )
  if (!first) {
    view.setFloat64(FIGURES_OFFSET, decision.threshold, true)
    view.setFloat64(FIGURES_OFFSET + 8, decision.spike, true)
  }
  // The count above includes more than fit; they come most serious first.
  decision.noTrade
    .slice(0, MAX_REASONS)
    .forEach(({ code }, i) => view.setUint8(REASONS_OFFSET + i, 1 + indexIn(NO_TRADE_CODES, code, 'code')))
  if (decision.entry !== null) writeEntry(view, text, decision.entry)
  return bytes
}

/** SHA-256 (hex) of a record chained to the one before: a record can neither be changed nor left out unseen. */
export function chainedHash(previousHash: string, bytes: Uint8Array): string {
  return createHash('sha256').update(previousHash, 'hex').update(bytes).digest('hex')
}

/** What the first record of a log is chained to. */
export const FIRST_HASH = '0'.repeat(64)

/** SHA-256 (hex) of many decisions at once: how replay and backtest compare a day with its recording. */
export function decisionsDigest(decisions: readonly Decision[]): string {
  const block = new Uint8Array(decisions.length * DECISION_BYTES)
  decisions.forEach((decision, i) => decisionBytes(decision, block, i * DECISION_BYTES))
  return hash('sha256', block, 'hex')
}

function writeContribution(view: DataView, at: number, contribution: Contribution): void {
  view.setUint8(at, indexIn(AGENT_NAMES, contribution.agent, 'agent'))
  view.setUint8(at + 1, indexIn(BIASES, contribution.bias, 'bias'))
  view.setUint8(at + 2, contribution.stale ? 1 : 0)
  view.setFloat64(at + 8, contribution.weight, true)
  view.setFloat64(at + 16, contribution.signed, true)
  view.setFloat64(at + 24, Date.parse(contribution.asOf), true)
}

function writeEntry(view: DataView, text: Uint8Array, entry: EntryPlan): void {
  const { contract } = entry
  const at = ENTRY_OFFSET
  view.setFloat64(at, contract.token, true)
  view.setFloat64(at + 8, contract.strike, true)
  view.setUint8(at + 16, contract.side === 'CE' ? 0 : 1)
  view.setUint8(at + 17, indexIn(INDEX_SYMBOLS, contract.symbol, 'symbol'))
  view.setInt32(at + 20, contract.tickSize, true)
  view.setInt32(at + 24, contract.lotSize, true)
  view.setFloat64(at + 32, entry.delta, true)
  view.setFloat64(at + 40, entry.bid, true)
  view.setFloat64(at + 48, entry.ask, true)
  view.setFloat64(at + 56, entry.mid, true)
  view.setFloat64(at + 64, entry.limit, true)
  view.setFloat64(at + 72, entry.stopDistance, true)
  view.setFloat64(at + 80, entry.quotedAt, true)
  writeText(text, at + 88, 10, contract.expiry)
  writeText(text, at + 98, 30, contract.tradingsymbol)
}

function indexIn<T>(list: readonly T[], value: unknown, what: string): number {
  const index = list.indexOf(value as T)
  if (index < 0) throw new RangeError(`decision: unknown ${what} ${String(value)}`)
  return index
}

function writeText(bytes: Uint8Array, at: number, capacity: number, text: string): void {
  if (text.length > capacity)
    throw new RangeError(`decision: ${JSON.stringify(text)} is longer than ${capacity} characters`)
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code > 127) throw new RangeError(`decision: not ASCII: ${JSON.stringify(text)}`)
    bytes[at + i] = code
  }
}

function writeHex(bytes: Uint8Array, at: number, hex: string, capacity: number): void {
  if (hex.length !== 2 * capacity || !/^[0-9a-f]*$/.test(hex))
    throw new RangeError(`decision: not ${capacity} bytes of hex: ${hex}`)
  for (let i = 0; i < capacity; i += 1) bytes[at + i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
}
