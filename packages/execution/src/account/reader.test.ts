import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../config.ts'
import { Reader, type ReadKind, type ReadNeed } from './reader.ts'

const t = (ms: number) => (1_000_000 + ms) as EpochMs
const idle: ReadNeed = { busySince: undefined, held: false, awake: true, doubtAt: undefined }
const busy: ReadNeed = { ...idle, busySince: t(-60_000), held: true }

function read(reader: Reader, kind: ReadKind, at: number, result: Parameters<Reader['end']>[1]): void {
  reader.begin(kind, t(at))
  reader.end(kind, result)
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
    ['not at all at night', { ...idle, awake: false }, undefined],
  ])('of orders is due %s', (_when, need, due) => {
    const reader = new Reader(DEFAULT_CONFIG)
    read(reader, 'orders', 0, good)
    expect(reader.dueAt('orders', need, t(1))).toBe(due === undefined ? undefined : t(due))
  })

  it('is one at a time', () => {
    const reader = new Reader(DEFAULT_CONFIG)
    reader.begin('orders', t(0))
    reader.request('orders', t(0))
    expect(reader.dueAt('orders', busy, t(5_000))).toBeUndefined()
  })

  it('slows down on a dead token until there is a new one', () => {
    const reader = new Reader(DEFAULT_CONFIG)
    read(reader, 'orders', 0, { ok: false, code: 'token_dead', text: '' })
    expect(reader.dueAt('orders', idle, t(1))).toBe(t(30_000))
    reader.forgive(t(1))
    reader.request('orders', t(1))
    expect(reader.dueAt('orders', idle, t(1))).toBe(t(250))
  })

  it('takes no reading from before a login for word of the new token', () => {
    const reader = new Reader(DEFAULT_CONFIG)
    reader.begin('orders', t(0))
    reader.forgive(t(0))
    reader.request('orders', t(0))
    reader.end('orders', { ok: false, code: 'token_dead', text: '' })
    expect(reader.dueAt('orders', busy, t(100))).toBe(t(250))
    read(reader, 'orders', 1_000, { ok: false, code: 'token_dead', text: '' })
    expect(reader.dueAt('orders', busy, t(1_001))).toBe(t(6_000))
  })

  it.each([
    ['is tried again when it failed, though nobody asks a second time', 'unavailable', idle, t(1_000)],
    ['waits for the morning with that', 'unavailable', { ...idle, awake: false }, undefined],
    ['waits for the login when the token is dead', 'token_dead', idle, undefined],
  ] as const)('of a book that is read when asked %s', (_what, code, need, due) => {
    const reader = new Reader(DEFAULT_CONFIG)
    reader.request('positions', t(0))
    read(reader, 'positions', 0, { ok: false, code, text: '' })
    expect(reader.dueAt('positions', need, t(1))).toBe(due)
    read(reader, 'positions', 1_000, good)
    expect(reader.dueAt('positions', need, t(1_001))).toBeUndefined()
  })

  it('comes at once when asked, even at night', () => {
    const reader = new Reader(DEFAULT_CONFIG)
    reader.request('positions', t(0))
    expect(reader.dueAt('positions', { ...idle, awake: false }, t(0))).toBe(t(0))
  })
})
