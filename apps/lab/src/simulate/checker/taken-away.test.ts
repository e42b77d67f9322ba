import type { BrokerRejectionCode } from '@strikewise/execution/order/order-ack.ts'
import { describe, expect, it } from 'vitest'
import type { StagedDay } from './testing/day-fixture.ts'
import { EXIT, protectedDay, STOP } from './testing/fixtures.ts'
import { IN_DOUBT } from './testing/in-doubt.ts'

it('excuses what we took away while the broker answers nothing, until three seconds after it answers again', () => {
  const isBlamed = (cancelled: StagedDay, ms: number, alternative = 1) => {
    const day = cancelled.wait(10).fault('broker_down', alternative, 'broker').status('s1', 'CANCELLED').wait(ms)
    return day.checker.violations.some(({ text }) => text.includes('ended their order'))
  }
  const asked = () => protectedDay().known('s1', 'armed').cancel('s1')
  expect(isBlamed(asked(), 11_900)).toBe(false)
  expect(isBlamed(asked(), 12_100)).toBe(true)
  expect(isBlamed(asked(), 2_100, 2)).toBe(true)
  const later = protectedDay().known('s1', 'armed').fault('broker_down', 1, 'broker').wait(10).cancel('s1')
  later.status('s1', 'CANCELLED').wait(2_100)
  expect(later.checker.violations.map(({ text }) => text).join()).toContain('ended their order')
})

const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' }, outcome: IN_DOUBT } as const

describe('excuses what we took away by what the broker does to its successor', () => {
  const refused = (code: BrokerRejectionCode) => ({ type: 'refused', code, text: '' }) as const
  const changedInVain = (codes: readonly BrokerRejectionCode[], taken = 0) => {
    const day = protectedDay().known('s1', 'armed')
    for (let i = 0; i < taken; i += 1) day.modify('s1', STOP).wait(2_000)
    for (const code of codes) day.modify('s1', EXIT, true, refused(code)).wait(500)
    return day
  }
  const lostAfter = (day: StagedDay) =>
    day.cancel('s1').wait(100).status('s1', 'CANCELLED').place('s2', 'SELL', STOP, DOUBT)
  const isBlamed = (day: StagedDay, ms = 15_000) =>
    day.wait(ms).checker.violations.some(({ text }) => text.includes('ended their order'))

  it.each<[when: string, codes: readonly BrokerRejectionCode[], taken: number, blamed: boolean]>([
    ['it refused two changes of it', ['processing', 'other'], 0, false],
    ['it refused one', ['other'], 0, true],
    ['it refused two for the moment alone', ['rate_limited', 'rate_limited'], 0, true],
    ['it has taken as many as it allows', [], 24, false],
    ['it has taken one less', [], 23, true],
  ])('where %s', (_when, codes, taken, blamed) => expect(isBlamed(lostAfter(changedInVain(codes, taken)))).toBe(blamed))

  it('where it took a change after the refused ones: not', () =>
    expect(isBlamed(lostAfter(changedInVain(['other', 'other']).modify('s1', STOP).wait(2_000)))).toBe(true))

  it('as long as that lasts, and not where there is none', () => {
    const refusedTwice = () => changedInVain(['other', 'other'])
    expect(isBlamed(lostAfter(refusedTwice()), 60_000)).toBe(true)
    expect(isBlamed(refusedTwice().cancel('s1').wait(100).status('s1', 'CANCELLED'), 2_100)).toBe(true)
  })
})
