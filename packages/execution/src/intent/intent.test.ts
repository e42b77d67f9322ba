import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderRecord } from '../order/order.ts'
import type { MonoMs } from '../ports.ts'
import { DAY, rs } from '../testing/scenario.ts'
import { absenceNoted, DOUBT_READS_MS, matchesTerms, nextDoubtRead, provenAbsent, settleChange } from './doubt.ts'
import type { Intent } from './intent.ts'
import { TAG_MAX_LENGTH, tagOf } from './tag.ts'

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
  const readings = (...at: number[]) =>
    at.reduce<ReturnType<typeof absenceNoted> | undefined>(
      (watch, one) => absenceNoted(watch, doubtful, { at: one as EpochMs, mono: one as MonoMs }),
      undefined,
    )

  it.each([
    ['two readings, however late', [20_000, 30_000], false],
    ['three readings within ten seconds', [1_300, 2_000, 10_900], false],
    ['three readings, the last after ten seconds', [1_300, 2_000, 11_000], true],
    ['readings from before the call may have left', [100, 200, 300, 12_000], false],
  ])('is proved absent by %s: %j → %s', (_what, at, absent) =>
    expect(provenAbsent(readings(...at), doubtful)).toBe(absent),
  )

  it('is not proved absent by readings that only a clock put forward has set apart', () => {
    const [before, after] = [1_300, 2_000].map((ms) => ({ at: ms as EpochMs, mono: ms as MonoMs }))
    const leapt = { at: 31_000 as EpochMs, mono: 3_000 as MonoMs }
    const watch = [before!, after!, leapt].reduce<ReturnType<typeof absenceNoted> | undefined>(
      (seen, reading) => absenceNoted(seen, doubtful, reading),
      undefined,
    )
    expect(provenAbsent(watch, doubtful)).toBe(false)
    const later = { at: 39_000 as EpochMs, mono: 11_000 as MonoMs }
    expect(provenAbsent(absenceNoted(watch, doubtful, later), doubtful)).toBe(true)
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

  it('to a protected market order is known by no longer being a stop', () => {
    expect(matchesTerms({ ...order, kind: 'LIMIT', price: 95 as Paise }, { kind: 'MARKET', quantity: 65 })).toBe(true)
    expect(matchesTerms(order, { kind: 'MARKET', quantity: 65 })).toBe(false)
  })
})
