import { expect, it } from 'vitest'
import { refundFor, type RefundBasis } from './refund.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'

const PAID_AT = 1_800_000_000_000 as EpochMs
const day = (count: number) => (PAID_AT + count * DAY_MS) as EpochMs
const paid = (amount: number, worth = amount) => ({
  amount: amount as Paise,
  paidAt: PAID_AT,
  term: { paid: worth as Paise, startsAt: PAID_AT, expiresAt: day(30) },
})

it.each<[what: string, RefundBasis, amount: number, worth: number, after: number, back: number]>([
  ['all of it on the day', 'full', 400_000, 400_000, 0, 400_000],
  ['all of it a week later', 'full', 400_000, 400_000, 7, 400_000],
  ['not all of it later than a week', 'full', 400_000, 400_000, 7.1, 0],
  ['the half that is left', 'unused', 400_000, 400_000, 15, 200_000],
  ['a begun day counts as used', 'unused', 400_000, 400_000, 15.5, 186_667],
  ['nothing after the end', 'unused', 400_000, 400_000, 30, 0],
  ['never more than it took', 'unused', 100_000, 700_000, 1, 100_000],
  ['nothing where only credit paid', 'unused', 0, 700_000, 1, 0],
])('gives back %s', (_what, basis, amount, worth, after, back) =>
  expect(refundFor(basis, paid(amount, worth), day(after))).toBe(back),
)
