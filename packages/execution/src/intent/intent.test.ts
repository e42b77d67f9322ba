import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderRecord, OrderTerms } from '../order/order.ts'
import type { MonoMs } from '../ports.ts'
import { DAY, rs } from '../testing/scenario.ts'
import { withAbsence, DOUBT_READS_MS, matchesTerms, nextDoubtRead, provenAbsent, settleChange } from './doubt.ts'
import { INTENT_KINDS, type Intent } from './intent.ts'
import { parseTag, TAG_MAX_LENGTH, tagOf } from './tag.ts'

const since = 1_000 as EpochMs

const doubtful: Intent = {
  id: 'i1',
  accountId: 'u1',
  tradeId: 't1',
  kind: 'move',
  attempt: 1,
  call: { type: 'modify', orderId: '1', terms: { kind: 'SL', quantity: 65, price: rs(110), trigger: rs(120) } },
  reason: 'trail',
  on: DAY,
  createdAt: since,
  epoch: 1,
  deadline: since,
  outcome: { state: 'in_doubt', since, notBefore: since, why: 'no answer' },
}
const order: OrderRecord = {
  orderId: '1',
  tag: 's1',
  tradingsymbol: 'X',
  side: 'SELL',
  product: 'MIS',
  phase: 'armed',
  kind: 'SL',
  quantity: 65,
  price: rs(100),
  trigger: rs(110),
  filled: 0,
  averagePrice: 0,
  updatedAt: null,
  message: null,
  accountId: 'u1',
  tradeId: 't1',
  intentId: 'i0',
  acknowledgedAt: 0 as EpochMs,
  seenAt: null,
  modifies: 0,
}
const STOP: OrderTerms = { kind: 'SL', quantity: 65, price: rs(100), trigger: rs(110) }
const LIMIT: OrderTerms = { kind: 'LIMIT', quantity: 65, price: rs(100), validity: 'DAY' }
const moved = { ...order, price: rs(110), trigger: rs(120) }

describe('a tag', () => {
  it('fits the broker and differs for every purpose, intent and attempt', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9a-z]{17}$/),
        fc.stringMatching(/^[0-9a-z]{17}$/),
        fc.integer({ min: 1, max: 1295 }),
        fc.integer({ min: 1, max: 1295 }),
        (a, b, m, n) => {
          expect(tagOf('enter', a, m)).toMatch(new RegExp(`^[0-9a-z]{1,${TAG_MAX_LENGTH}}$`))
          expect(tagOf('enter', a, m)).not.toBe(tagOf('protect', a, m))
          if (a !== b || m !== n) expect(tagOf('enter', a, m)).not.toBe(tagOf('enter', b, n))
        },
      ),
    ))

  it('of an id of full length names its kind, intent and attempt', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...INTENT_KINDS),
        fc.stringMatching(/^[0-9a-z]{17}$/),
        fc.integer({ min: 1, max: 1295 }),
        (kind, intentId, attempt) => {
          expect(parseTag(tagOf(kind, intentId, attempt))).toEqual({ kind, intentId, attempt })
        },
      ),
    ))

  it.each([null, '', 'scalper', 'ei000001', 'a0mz3k9x1a0000b7q201', 's0mz3k9x1a0000b7q2z01'])(
    'unlike ours names nothing: %j',
    (tag) => expect(parseTag(tag)).toBeUndefined(),
  )

  it.each([
    ['', 1],
    ['with space', 1],
    ['UPPER', 1],
    ['a'.repeat(18), 1],
    ['a', 0],
    ['a', 1296],
    ['a', 1.5],
  ])('cannot be made of id %j and attempt %d', (id, attempt) => {
    expect(() => tagOf('exit', id, attempt)).toThrow(RangeError)
  })
})

describe('an order in doubt', () => {
  const snapshots = (...at: number[]) =>
    at.reduce<ReturnType<typeof withAbsence> | undefined>(
      (watch, one) => withAbsence(watch, doubtful, { at: one as EpochMs, mono: one as MonoMs }),
      undefined,
    )

  it.each([
    ['two readings, however late', [20_000, 30_000], false],
    ['three readings within ten seconds', [1_300, 2_000, 10_900], false],
    ['three readings, the last after ten seconds', [1_300, 2_000, 11_000], true],
    ['three readings, the last a moment before ten seconds', [1_000, 2_000, 10_999], false],
    ['three readings, of which the first came late', [2_000, 3_000, 11_000], false],
    ['three readings, the first as the call could last have left', [1_000, 2_000, 11_000], true],
    ['three readings, of which the first came as planned', [1_300, 3_000, 11_000], true],
    ['readings from before the call may have left', [100, 200, 300, 12_000], false],
  ])('is proved absent by %s: %j → %s', (_what, at, absent) =>
    expect(provenAbsent(snapshots(...at), doubtful)).toBe(absent),
  )

  it('is not proved absent by readings that only a clock put forward has set apart', () => {
    const [before, after] = [1_300, 2_000].map((ms) => ({ at: ms as EpochMs, mono: ms as MonoMs }))
    const leapt = { at: 31_000 as EpochMs, mono: 3_000 as MonoMs }
    const watch = [before!, after!, leapt].reduce<ReturnType<typeof withAbsence> | undefined>(
      (seen, snapshot) => withAbsence(seen, doubtful, snapshot),
      undefined,
    )
    expect(provenAbsent(watch, doubtful)).toBe(false)
    const later = { at: 39_000 as EpochMs, mono: 11_000 as MonoMs }
    expect(provenAbsent(withAbsence(watch, doubtful, later), doubtful)).toBe(true)
  })

  it('is looked for at 0.3, 1, 3, 6 and 10 seconds', () => {
    let last = since
    const reads: number[] = []
    for (let at = nextDoubtRead(doubtful, last); at !== undefined; at = nextDoubtRead(doubtful, last)) {
      reads.push(at - since)
      last = at
    }
    expect(reads).toEqual([...DOUBT_READS_MS])
  })
})

describe('a change in doubt', () => {
  it.each<[what: string, order: OrderRecord, at: number, fresh: boolean, verdict: string]>([
    ['shows as asked', moved, 1_300, false, 'accepted'],
    ['shows as before at once', order, 1_300, true, 'wait'],
    ['shows as before after three seconds', order, 4_000, true, 'absent'],
    ['shows as before in a stale book', order, 4_000, false, 'wait'],
    ['shows as asked in the moment it was asked', moved, 1_000, false, 'accepted'],
    ['shows as asked in a reading from before it was asked', moved, 999, false, 'wait'],
    ['shows as before a moment less', order, 3_999, true, 'wait'],
    ['is being cancelled', { ...order, phase: 'cancelling' }, 9_000, true, 'wait'],
    ['is between two states', { ...order, phase: 'pending' }, 9_000, true, 'wait'],
    ['came too late: filled', { ...order, phase: 'complete' }, 1_300, false, 'absent'],
  ])('whose order %s is settled', (_what, seen, at, fresh, verdict) =>
    expect(settleChange(doubtful, seen, at as EpochMs, fresh)).toBe(verdict),
  )

  it('that was a cancel is settled by the order’s end', () => {
    const cancel: Intent = { ...doubtful, kind: 'cancel', call: { type: 'cancel', orderId: '1' } }
    expect(settleChange(cancel, { ...order, phase: 'cancelled' }, 1_300 as EpochMs, false)).toBe('accepted')
    expect(settleChange(cancel, { ...order, phase: 'complete' }, 1_300 as EpochMs, false)).toBe('absent')
    expect(settleChange(cancel, { ...order, phase: 'cancelling' }, 60_000 as EpochMs, true)).toBe('wait')
  })

  it('that is not in doubt, or no change, is not settled', () => {
    const sent: Intent = { ...doubtful, outcome: { state: 'sending' } }
    expect(settleChange(sent, moved, 9_000 as EpochMs, true)).toBe('wait')
    const placed: Intent = {
      ...doubtful,
      call: { type: 'place', order: { ...order, tag: 's1', product: 'MIS', terms: { kind: 'MARKET', quantity: 65 } } },
    }
    expect(settleChange(placed, moved, 9_000 as EpochMs, true)).toBe('wait')
  })

  it('that was a cancel of an order that works on had no effect after three seconds', () => {
    const cancel: Intent = { ...doubtful, kind: 'cancel', call: { type: 'cancel', orderId: '1' } }
    expect(settleChange(cancel, order, 3_999 as EpochMs, true)).toBe('wait')
    expect(settleChange(cancel, order, 4_000 as EpochMs, true)).toBe('absent')
    expect(settleChange(cancel, order, 4_000 as EpochMs, false)).toBe('wait')
  })

  it.each<[what: string, change: Partial<OrderRecord>, terms: OrderTerms, matches: boolean]>([
    ['a stop as it is', {}, STOP, true],
    ['another quantity', { quantity: 130 }, STOP, false],
    ['another price', { price: rs(100.05) }, STOP, false],
    ['another trigger', { trigger: rs(110.05) }, STOP, false],
    ['no stop any more', { kind: 'LIMIT' }, STOP, false],
    ['a limit as it is', { kind: 'LIMIT' }, LIMIT, true],
    ['another limit', { kind: 'LIMIT', price: rs(100.05) }, LIMIT, false],
    ['still a stop', {}, LIMIT, false],
    ['another quantity at the limit', { kind: 'LIMIT', quantity: 130 }, LIMIT, false],
  ])('shows %s: %j', (_what, change, terms, matches) =>
    expect(matchesTerms({ ...order, ...change }, terms)).toBe(matches),
  )

  it('to a protected market order is known by no longer being a stop', () => {
    expect(matchesTerms({ ...order, kind: 'LIMIT', price: 95 as Paise }, { kind: 'MARKET', quantity: 65 })).toBe(true)
    expect(matchesTerms(order, { kind: 'MARKET', quantity: 65 })).toBe(false)
  })
})
