// @invariant no-single-clock
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import type { Intent } from '../intent/intent.ts'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, Scenario } from '../testing/scenario.ts'

const SECOND = 1_000
const HOUR = 3_600_000

it('a doubt that began on a clock hours ahead is settled once the clock is right', async () => {
  const s = await opened()
  s.kill()
  const [protect] = s.store.intentsOf(ACCOUNT).filter(({ kind }) => kind === 'protect')
  if (protect?.call.type !== 'place') throw new Error('the stop was not placed')
  const call = { ...protect.call, order: { ...protect.call.order, tag: 'si0000zz01' } }
  const sending = { ...protect, id: 'i0000zz', call, outcome: { state: 'sending' } } as const
  s.store.seed(ACCOUNT, [{ type: 'intent', intent: sending }])
  s.broker.readFault = 'unavailable'
  s.clock.step(6 * HOUR)
  await s.start()
  await s.run(10 * SECOND)
  s.clock.step(-6 * HOUR)
  s.broker.readFault = undefined
  await s.run(40 * SECOND)
  expect(s.store.intentsOf(ACCOUNT).find(({ id }) => id === 'i0000zz')?.outcome.state).toBe('absent')
})

/** The row of a stop whose request was lost, as a process wrote it that took `now` for the time. */
type WrittenAt = (now: EpochMs, ahead: EpochMs) => Partial<Intent>

const seconds = (from: EpochMs, count: number) => (from + count * SECOND) as EpochMs
const inDoubt = (at: EpochMs) => ({ state: 'in_doubt', since: at, notBefore: at, why: 'no answer' }) as const

/** A process starts, ten seconds after a stop was lost whose row is as `writtenAt` has it. */
async function startedAfter(writtenAt: WrittenAt): Promise<Scenario> {
  const s = new Scenario()
  s.broker.failNext('sell', { type: 'lose_request' })
  await opened(s)
  s.kill()
  const [protect] = s.store.intentsOf(ACCOUNT).filter(({ kind }) => kind === 'protect')
  const now = s.clock.now()
  s.store.seed(ACCOUNT, [{ type: 'intent', intent: { ...protect!, ...writtenAt(now, (now + 6 * HOUR) as EpochMs) } }])
  await s.run(10 * SECOND)
  return s.start()
}

it.each<[when: string, afterS: number, writtenAt: WrittenAt]>([
  [
    'whose doubt alone was dated hours ahead, as soon as one dated right',
    13,
    (_now, ahead) => ({ outcome: inDoubt(ahead) }),
  ],
  [
    'whose call was dated hours ahead as well, as soon as one dated right',
    13,
    (_now, ahead) => ({ createdAt: ahead, deadline: seconds(ahead, 2), outcome: inDoubt(seconds(ahead, 7)) }),
  ],
  [
    'that was left half-sent by such a process, as soon as its call must have ended',
    21,
    (_now, ahead) => ({ createdAt: ahead, deadline: seconds(ahead, 2), outcome: { state: 'sending' } }),
  ],
])('a lost stop %s, is placed again (I1)', async (_when, afterS, writtenAt) => {
  const s = await startedAfter(writtenAt)
  await s.run(afterS * SECOND)
  expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
})

it('a stop that may still leave by the right clock is not placed again for a doubt dated hours ahead (I4)', async () => {
  const s = await startedAfter((now, ahead) => ({ deadline: seconds(now, 15), outcome: inDoubt(ahead) }))
  await s.run(20 * SECOND)
  expect(s.sells).toEqual([])
  await s.run(6 * SECOND)
  expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
})
