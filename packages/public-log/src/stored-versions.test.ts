// @invariant public-log
import { createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SIGNALS_VERSION } from '@strikewise/signals/registry/params.ts'
import { recomputeDecision } from '@strikewise/signals/decision/decision-inputs.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { rootLine, rootStatement, type DayRoot } from './day-root.ts'
import type { DecisionEntryBody, SignalEntryBody } from './entry-bodies.ts'
import { entryLine, hashedText, LOG_START_HASH, readEntryLine, type LogEntry } from './log-entry.ts'
import { recomputed } from './recomputed-decision.ts'
import { DAMAGES } from './testing/damages.ts'
import { verifyLog, type VerifyOptions } from './verify-log.ts'
import {
  inputsOfVersion1,
  recordedDecision,
  recordedSignal,
  type DecisionEntryBodyV1,
  type SignalEntryBodyV1,
} from './version-1.ts'

type Body = SignalEntryBody | SignalEntryBodyV1 | DecisionEntryBody | DecisionEntryBodyV1

/** A day as version 1 wrote and signed it: its root, then 96 entries of a modelled session of NIFTY. Never made again. */
const DAY_VERSION_1 = readFileSync(join(import.meta.dirname, 'testing/day-version-1.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
const KEY = '7bbb0451ea8469276ab5a31b2d03d47ae440964aa4c6e4ea04a5077ffbb657ad'

const sha256 = (text: string) => hash('sha256', text, 'hex')
const options: VerifyOptions = {
  sha256,
  verifies({ key, signature }, text) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'hex').toString('base64url') }
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'hex'))
  },
}

const entries: readonly LogEntry[] = DAY_VERSION_1.slice(1).map((line) => readEntryLine(line)!)
const bodies = entries.map(({ body }) => JSON.parse(body) as Body)
const decisions = bodies.filter((body) => body.kind === 'decision')

/** Entries of `bodies`, chained after the kept day. */
function continued(next: readonly unknown[]): LogEntry[] {
  let { seq, hash: prev } = entries.at(-1)!
  return next.map((body) => {
    seq += 1
    const unhashed = { seq, prev, body: canonicalJson(body) }
    prev = sha256(hashedText(unhashed))
    return { ...unhashed, hash: prev }
  })
}

describe('a day of version 1', () => {
  it('verifies as it was signed', async () =>
    expect(await verifyLog(DAY_VERSION_1, { ...options, key: KEY })).toMatchObject({
      ok: true,
      entries: 96,
      attested: true,
    }))

  it('gives away a change of one of its sentences', async () => {
    const at = DAY_VERSION_1.findIndex((line) => line.includes('needs 0.40 either way'))
    const changed = DAY_VERSION_1.with(at, DAY_VERSION_1[at]!.replace('needs 0.40', 'needs 0.39'))
    expect(await verifyLog(changed, options)).toMatchObject({ ok: false, damage: { kind: 'flipped', line: at + 1 } })
  })

  it('keeps its sentences, as no message of the catalogues', () => {
    const first = bodies.find((body) => body.kind === 'signal' && body.agent === 'candle_signal')
    expect(recordedSignal(first as SignalEntryBodyV1)).toMatchObject({
      reasons: [
        { code: 'harami', message: { code: 'legacy.text', text: 'Bearish harami on the bar that ended at 15:15.' } },
        { code: 'below_threshold' },
      ],
      inputs: [{ input: 'five_minute_bars' }],
    })
    const { noTrade, flips } = recordedDecision(decisions[0]!.decision)
    const messages = [...noTrade.map(({ message }) => message), ...flips]
    expect(messages.length).toBeGreaterThan(2)
    for (const message of messages) expect(message).toEqual({ code: 'legacy.text', text: expect.any(String) as string })
  })

  it('holds decisions that the engine makes again, figures and codes alike', () => {
    expect(decisions.map(({ decision }) => decision.action)).toEqual(expect.arrayContaining(['none', 'buy_call']))
    for (const body of decisions) {
      // Another version of the signals decides otherwise: then this day only verifies.
      if (body.decision.version !== SIGNALS_VERSION) continue
      const { recorded, computed, compared } = recomputed(body)
      expect(compared).toBe('figures_and_codes')
      expect(canonicalJson(computed)).toBe(canonicalJson(recorded))
    }
  })
})

describe('a day that changes from version 1 to version 2 at noon', () => {
  const ruled = decisions.map((body) => ({ ...body, inputs: inputsOfVersion1((body as DecisionEntryBodyV1).inputs) }))
  const next = continued(
    ruled
      .filter(({ inputs }) => inputs.block.rules.length === 0)
      .map(({ at, symbol, inputs }) => ({
        v: 2,
        kind: 'decision',
        at,
        symbol,
        decision: recomputeDecision(inputs),
        inputs,
      })),
  )
  const morning = entries.slice(-10)
  const all = [...morning, ...next]
  const root: DayRoot = {
    day: '2026-11-19' as IstDate,
    first_seq: morning[0]!.seq,
    last_seq: all.at(-1)!.seq,
    count: all.length,
    start_hash: morning[0]!.prev,
    last_hash: all.at(-1)!.hash,
    previous_root: LOG_START_HASH,
  }
  const keys = generateKeyPairSync('ed25519')
  const key = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
  const signature = sign(null, Buffer.from(rootStatement(root)), keys.privateKey).toString('hex')
  const day = [rootLine({ root, key, signature }), ...all.map(entryLine)]
  /** The root is checked once: damages leave it as it is. */
  const withoutSignature = { ...options, verifies: () => true }

  it('verifies', async () => {
    expect(next.length).toBeGreaterThan(5)
    expect(await verifyLog(day, { ...options, key })).toMatchObject({ ok: true, entries: all.length, attested: true })
  })

  it('holds no sentence from noon on', () => {
    for (const { body } of next) expect(body).not.toContain('"text"')
  })

  it('gives away a flip, an insertion, a deletion, a new order and a cut in either half', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(DAMAGES)),
        fc.integer({ min: 1, max: all.length }),
        fc.nat(),
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
        async (name, at, other, letter) => {
          const [changed, expected] = DAMAGES[name]!(day, at, other, letter)
          expect(await verifyLog(changed, withoutSignature)).toMatchObject({ ok: false, damage: expected })
        },
      ),
      { numRuns: 1000 },
    ))
})
