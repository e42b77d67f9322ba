import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import type { FeedQuote } from '../ports.ts'
import { rs } from '../testing/scenario.ts'
import { isJump, usableQuote } from './quote.ts'

const NOW = 100_000 as EpochMs
const good: FeedQuote = { bid: rs(150), ask: rs(150.2), last: rs(150), askQuantity: 100, receivedAt: NOW }

describe('a quote', () => {
  it.each<[what: string, change: Partial<FeedQuote>, usable: boolean]>([
    ['current', {}, true],
    ['as old as it may be', { receivedAt: (NOW - 2_000) as EpochMs }, true],
    ['older than that', { receivedAt: (NOW - 2_001) as EpochMs }, false],
    ['dated ahead as a clock may differ', { receivedAt: (NOW + 2_000) as EpochMs }, true],
    ['dated further ahead', { receivedAt: (NOW + 2_001) as EpochMs }, false],
    ['without a bid', { bid: 0 as Paise }, false],
    ['without an ask', { ask: 0 as Paise }, false],
    ['without a last price', { last: 0 as Paise }, false],
    ['with a bid below nothing', { bid: -5 as Paise }, false],
    ['with a fraction of a paisa', { bid: 14_999.5 as Paise }, false],
    ['with a fraction of a paisa asked', { ask: 15_020.5 as Paise }, false],
    ['of a cheap option without a bid', { last: rs(10), bid: 0 as Paise, ask: rs(1) }, false],
    ['with no number', { last: Number.NaN as Paise }, false],
    ['that is locked', { ask: rs(150) }, false],
    ['that is crossed', { ask: rs(149.95) }, false],
    ['with a bid as far above the last price as one may be', { bid: rs(210), ask: rs(211) }, true],
    ['with a bid further above', { bid: rs(210.05), ask: rs(211) }, false],
    ['with a bid as far below the last price as one may be', { bid: rs(90), ask: rs(91) }, true],
    ['with a bid further below', { bid: rs(89.95), ask: rs(91) }, false],
    ['of a cheap option ₹20 below its last price', { last: rs(25), bid: rs(5), ask: rs(6) }, true],
    ['of a cheap option further below', { last: rs(25.05), bid: rs(5), ask: rs(6) }, false],
  ])('%s', (_what, change, usable) => {
    const quote = { ...good, ...change }
    expect(usableQuote(quote, NOW, 2_000)).toBe(usable ? quote : undefined)
  })

  it('that was never received is none', () => expect(usableQuote(undefined, NOW, 2_000)).toBeUndefined())
})

it.each([
  [100, 200, false],
  [100, 200.05, true],
  [100, 50, false],
  [100, 49.95, true],
  [10, 30, false],
  [10, 30.05, true],
  [30, 10, false],
  [30.05, 10, true],
  [100, 130, false],
])('from %d to %d is a jump: %j', (from, to, jump) => expect(isJump(rs(from), rs(to))).toBe(jump))
