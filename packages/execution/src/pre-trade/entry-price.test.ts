import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import { rs } from '../testing/scenario.ts'
import { entryLimit, limitWithin } from './entry-price.ts'

describe('the limit of an entry', () => {
  const tick = 5 as Paise
  it.each([
    ['the ask and two ticks', rs(149.9), rs(150.1), rs(150), rs(150.2)],
    ['half a percent over the mid in a wide book', rs(148), rs(152), rs(150), undefined],
    ['one percent over the first mid', rs(151), rs(151.45), rs(150), rs(151.5)],
    ['nothing beyond it', rs(152), rs(152.2), rs(150), undefined],
  ])('is %s', (_what, bid, ask, firstMid, limit) => expect(entryLimit({ bid, ask }, firstMid, tick)).toBe(limit))

  it.each([
    ['that of the rules where its user would pay more', rs(160), rs(150.2)],
    ['the most its user pays', rs(150.1), rs(150.1)],
    ['nothing under the ask', rs(150.05), undefined],
  ])('of a ticket is %s', (_what, most, limit) =>
    expect(limitWithin({ bid: rs(149.9), ask: rs(150.1) }, most, tick)).toBe(limit),
  )
})
