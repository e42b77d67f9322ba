import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import type { Intent } from '../intent/intent.ts'
import type { BrokerPort, Lease, SendGuard } from '../ports.ts'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import { ACCOUNT, CALL, DAY, rs } from '../testing/scenario.ts'
import { intent as staged, NOW, OPEN, refused } from '../testing/trade-fixture.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { intentFor } from '../plan/intent-for.ts'
import { readClocks, send } from './sender.ts'

const START = istInstant(DAY, 10)
const DEADLINE_MS = 2_000
const terms = { kind: 'SL', quantity: 65, trigger: rs(120), price: rs(110) } as const
const place: Intent['call'] = {
  type: 'place',
  order: { tag: 's1', tradingsymbol: CALL.tradingsymbol, side: 'SELL', product: 'MIS', terms },
}
const modify: Intent['call'] = { type: 'modify', orderId: '1', terms }
const cancel: Intent['call'] = { type: 'cancel', orderId: '1' }

interface Moment {
  readonly call?: Intent['call']
  readonly kind?: Intent['kind']
  readonly held?: boolean
  readonly canModify?: boolean
  readonly maySend?: boolean
  /** What happens while the claim is stored. */
  readonly writing?: (clock: VirtualClock, wall: VirtualClock) => void
  /** What happens between the sending and the socket. */
  readonly meanwhile?: (clock: VirtualClock, wall: VirtualClock) => void
}

/** Whether a call that is due leaves, when the broker's port asks right before the first byte. */
function leaves({ call = place, kind = 'protect', held = true, canModify, maySend = true, ...more }: Moment): boolean {
  const clock = new VirtualClock(START)
  const wall = new VirtualClock(START)
  const asked: SendGuard[] = []
  const take = (guard: SendGuard) => {
    asked.push(guard)
    return Promise.resolve({ type: 'accepted', orderId: '1' } as const)
  }
  const broker = {
    place: (_order, guard) => take(guard),
    modify: (_orderId, _terms, guard) => take(guard),
    cancel: (_orderId, guard) => take(guard),
  } satisfies Pick<BrokerPort, 'place' | 'modify' | 'cancel'>
  const lease: Lease = {
    epoch: 1,
    held: () => held,
    ...(canModify === undefined ? {} : { canModify: () => canModify }),
    lost: new Promise(() => undefined),
    release: async () => undefined,
  }
  const intent: Intent = {
    id: 'i1',
    accountId: ACCOUNT,
    tradeId: 't1',
    kind,
    attempt: 1,
    call,
    reason: 'stop',
    on: DAY,
    createdAt: START,
    epoch: 1,
    deadline: (START + DEADLINE_MS) as EpochMs,
    outcome: { state: 'sending' },
  }
  const claimedAt = readClocks(clock, wall)
  more.writing?.(clock, wall)
  let left = 0
  void send(
    broker,
    clock,
    wall,
    lease,
    intent,
    claimedAt,
    () => maySend,
    () => void (left += 1),
  )
  more.meanwhile?.(clock, wall)
  const isLeaving = asked[0]!()
  expect(left, 'counted as it leaves').toBe(isLeaving ? 1 : 0)
  return isLeaving
}

describe('a call that is about to leave', () => {
  it.each<[when: string, moment: Moment, leaving: boolean]>([
    ['all is well', {}, true],
    ['its last moment has come', { meanwhile: (clock) => clock.stand(DEADLINE_MS) }, true],
    ['its claim has run out', { meanwhile: (clock) => clock.stand(DEADLINE_MS + 1) }, false],
    ['the clock shows that its claim has run out', { meanwhile: (clock) => clock.step(DEADLINE_MS + 1) }, false],
    [
      'its claim has run out and the clock was put back',
      {
        meanwhile: (clock) => {
          clock.stand(DEADLINE_MS + 1)
          clock.step(-5_000)
        },
      },
      false,
    ],
    [
      'its claim ran out while it was written down and the clock put back',
      {
        writing: (clock) => {
          clock.stand(DEADLINE_MS + 1)
          clock.step(-5_000)
        },
      },
      false,
    ],
    ['the machine was suspended', { writing: (_clock, wall) => wall.step(DEADLINE_MS + 1) }, false],
    ['the wall clock alone has come to its last moment', { writing: (_clock, wall) => wall.step(DEADLINE_MS) }, true],
    ['another process may lead, and it places', { held: false, canModify: true }, false],
    ['another process may lead, and it cancels', { call: cancel, held: false, canModify: true }, false],
    ['another process may lead, and it changes', { call: modify, held: false, canModify: true }, true],
    ['another process leads, and it changes', { call: modify, held: false, canModify: false }, false],
    ['the lease shows nothing of changes', { call: modify, held: false }, false],
    ['what is known by then speaks against it', { maySend: false }, false],
  ])('is asked for: %s', (_when, moment, leaving) => {
    expect(leaves(moment)).toBe(leaving)
  })
})

describe('the intent of a call', () => {
  const step = {
    type: 'call',
    priority: 'protect',
    kind: 'protect',
    reason: 'stop',
    call: { type: 'place', side: 'SELL', terms },
  } as const
  const drawnUp = (earlier: readonly Intent[], closesAt = Number.POSITIVE_INFINITY) =>
    intentFor(
      { clock: new VirtualClock(NOW), ids: { next: () => '0mz3k9x1a0000b7q2' } },
      TEST_CONFIG,
      { epoch: 7, held: () => true, lost: new Promise(() => undefined), release: async () => undefined },
      OPEN,
      earlier,
      step,
      500,
      closesAt,
    )
  const tagOfNext = (attempts: number) => {
    const tried = staged('protect', place, refused('rate_limited', 1))
    const { call } = drawnUp(Array.from({ length: attempts }, () => tried))
    return call.type === 'place' ? call.order.tag : ''
  }

  it('shows who claimed it and until when it may leave', () =>
    expect(drawnUp([])).toMatchObject({
      epoch: 7,
      createdAt: NOW,
      deadline: NOW + 2_500,
      outcome: { state: 'sending' },
    }))

  it('may not leave after the close, however long its claim took to be written', () =>
    expect(drawnUp([], NOW + 1_500).deadline).toBe(NOW + 1_500))

  it('counts the tries of its own kind', () => {
    const others = [staged('enter', place, refused('funds', 1)), staged('exit', place, refused('funds', 1))]
    expect(drawnUp([...others, staged('protect', place, refused('funds', 1))]).attempt).toBe(2)
  })

  it('includes the attempt in the tag as far as it fits', () => {
    expect(tagOfNext(0)).toBe('s0mz3k9x1a0000b7q201')
    expect(tagOfNext(1)).toBe('s0mz3k9x1a0000b7q202')
    expect(tagOfNext(1_295)).toBe('s0mz3k9x1a0000b7q2zz')
  })
})
