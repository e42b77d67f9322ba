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
  pollScheduler.begin(kind, t(at))
  pollScheduler.end(kind, result)
}
const good = { ok: true, value: [] } as const

describe('the reading of the books', () => {
  it.each([
    ['every second with a trade', busy, 1_000],
    ['every five seconds without', idle, 5_000],
    ['a second after the first call left, not as it leaves', { ...busy, busySince: t(3_000) }, 4_000],
    ['no later for a trade than without one', { ...busy, busySince: t(4_900) }, 5_000],
    ['sooner for a doubt', { ...busy, doubtAt: t(300) }, 300],
    ['never closer than a quarter of a second', { ...busy, doubtAt: t(10) }, 250],
    ['not at all at night', { ...idle, isSessionOpen: false }, undefined],
  ])('of orders is due %s', (_when, need, due) => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    read(pollScheduler, 'orders', 0, good)
    expect(pollScheduler.dueAt('orders', need, t(1))).toBe(due === undefined ? undefined : t(due))
  })

  it('is one at a time', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    pollScheduler.begin('orders', t(0))
    pollScheduler.request('orders', t(0))
    expect(pollScheduler.dueAt('orders', busy, t(5_000))).toBeUndefined()
  })

  it('slows down on a dead token until there is a new one', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    read(pollScheduler, 'orders', 0, { ok: false, code: 'token_dead', text: '' })
    expect(pollScheduler.dueAt('orders', idle, t(1))).toBe(t(30_000))
    pollScheduler.resetBackoff(t(1))
    pollScheduler.request('orders', t(1))
    expect(pollScheduler.dueAt('orders', idle, t(1))).toBe(t(250))
  })

  it('takes no reading from before a login for word of the new token', () => {
    const pollScheduler = new PollScheduler(DEFAULT_CONFIG)
    pollScheduler.begin('orders', t(0))
    pollScheduler.resetBackoff(t(0))
    pollScheduler.request('orders', t(0))
    pollScheduler.end('orders', { ok: false, code: 'token_dead', text: '' })
    expect(pollScheduler.dueAt('orders', busy, t(100))).toBe(t(250))
    read(pollScheduler, 'orders', 1_000, { ok: false, code: 'token_dead', text: '' })
    expect(pollScheduler.dueAt('orders', busy, t(1_001))).toBe(t(6_000))
  })

  it.each([
    ['is tried again when it failed, though nobody asks a second time', 'unavailable', idle, t(1_000)],
    ['waits for the morning with that', 'unavailable', { ...idle, isSessionOpen: false }, undefined],
    ['waits for the login when the token is dead', 'token_dead', idle, undefined],
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
