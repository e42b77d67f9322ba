import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../config.ts'
import { PollScheduler, type SnapshotKind, type PollDemand } from './poll-scheduler.ts'

const t = (ms: number) => (1_000_000 + ms) as EpochMs
const idle: PollDemand = { busySince: undefined, isHolding: false, isSessionOpen: true, doubtAt: undefined }
const busy: PollDemand = { ...idle, busySince: t(-60_000), isHolding: true }

function read(
  pollScheduler: PollScheduler,
  kind: SnapshotKind,
  at: number,
  result: Parameters<PollScheduler['end']>[1],
): void {
  pollScheduler.end(pollScheduler.begin(kind, t(at)), result)
}
const expired = { ok: false, code: 'token_expired', text: '' } as const
const good = { ok: true, value: [] } as const

describe('the reading of the books', () => {
  it.each([
    ['every second with a trade', busy, 1_000],
    ['every five seconds without', idle, 5_000],
    ['a second after the first call left, not as it leaves', { ...busy, busySince: t(3_000) }, 4_000],
    ['no later for a trade than without one', { ...busy, busySince: t(4_900) }, 5_000],
    ['sooner for a doubt', { ...busy, doubtAt: t(300) }, 300],
    ['never closer than a quarter of a second', { ...busy, doubtAt: t(10) }, 250],
    ['never at night', { ...idle, isSessionOpen: false }, undefined],
  ])('of orders is due %s', (_when, need, due) => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    read(pollScheduler, 'orders', 0, good)
    expect(pollScheduler.dueAt('orders', need, t(1))).toBe(due === undefined ? undefined : t(due))
  })

  it.each([
    ['with a trade under way, once the first has hung for two seconds', 'orders', busy, 2_000],
    ['of the funds never', 'funds', busy, undefined],
    ['without a trade never', 'orders', idle, undefined],
  ] as const)('is one at a time; a second beside it is started %s', (_when, kind, need, due) => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    pollScheduler.begin(kind, t(0))
    pollScheduler.request(kind, t(0))
    expect(pollScheduler.dueAt(kind, need, t(1))).toBe(due === undefined ? undefined : t(due))
  })

  it('is never more than two at a time', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    pollScheduler.begin('orders', t(0))
    const second = pollScheduler.begin('orders', t(2_000))
    expect(pollScheduler.dueAt('orders', busy, t(6_000))).toBeUndefined()
    pollScheduler.end(second, { ok: false, code: 'unavailable', text: '' })
    expect(pollScheduler.dueAt('orders', busy, t(6_000))).toBe(t(6_000))
  })

  it('goes on as usual beside one that a later one has overtaken, whose result counts for nothing', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    const [hung, later] = [pollScheduler.begin('orders', t(0)), pollScheduler.begin('orders', t(2_000))]
    expect(pollScheduler.end(later, good)).toBe(true)
    expect(pollScheduler.dueAt('orders', busy, t(2_100))).toBe(t(3_000))
    expect(pollScheduler.end(hung, expired)).toBe(false)
    expect(pollScheduler.dueAt('orders', busy, t(2_100))).toBe(t(3_000))
  })

  it('takes the result of a hung one where the later one has failed', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    const [hung, later] = [pollScheduler.begin('orders', t(0)), pollScheduler.begin('orders', t(2_000))]
    expect(pollScheduler.end(later, { ok: false, code: 'unavailable', text: '' })).toBe(true)
    expect(pollScheduler.end(hung, good)).toBe(true)
    expect(pollScheduler.dueAt('orders', busy, t(2_100))).toBe(t(3_000))
  })

  it('slows down on an expired token until there is a new one', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    read(pollScheduler, 'orders', 0, expired)
    expect(pollScheduler.dueAt('orders', idle, t(1))).toBe(t(30_000))
    pollScheduler.resetBackoff()
    pollScheduler.request('orders', t(1))
    expect(pollScheduler.dueAt('orders', idle, t(1))).toBe(t(250))
  })

  it('takes no reading from before a login for word of the new token', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    const reading = pollScheduler.begin('orders', t(0))
    pollScheduler.resetBackoff()
    pollScheduler.request('orders', t(0))
    pollScheduler.end(reading, expired)
    expect(pollScheduler.dueAt('orders', busy, t(100))).toBe(t(250))
    read(pollScheduler, 'orders', 1_000, expired)
    expect(pollScheduler.dueAt('orders', busy, t(1_001))).toBe(t(6_000))
  })

  it.each([
    ['is tried again when it failed, though it is not requested a second time', 'unavailable', idle, t(1_000)],
    ['waits for the morning with that', 'unavailable', { ...idle, isSessionOpen: false }, undefined],
    ['waits for the login when the token is dead', 'token_expired', idle, undefined],
  ] as const)('of a book that is read when asked %s', (_what, code, need, due) => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    pollScheduler.request('positions', t(0))
    read(pollScheduler, 'positions', 0, { ok: false, code, text: '' })
    expect(pollScheduler.dueAt('positions', need, t(1))).toBe(due)
    read(pollScheduler, 'positions', 1_000, good)
    expect(pollScheduler.dueAt('positions', need, t(1_001))).toBeUndefined()
  })

  it('comes at once when asked, even at night', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    pollScheduler.request('positions', t(0))
    expect(pollScheduler.dueAt('positions', { ...idle, isSessionOpen: false }, t(0))).toBe(t(0))
  })
})
