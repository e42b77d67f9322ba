// @invariant protected-position
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, Scenario } from '../testing/scenario.ts'

const NONE = { positions: 0, oldestMs: 0 }

/** A position whose order to sell waits at the broker, unanswered, until the answer is released. */
async function unanswered(s: Scenario, act: () => void): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const place = s.broker.place.bind(s.broker)
  s.broker.place = async (order, guard) => {
    if (order.side === 'SELL') await promise
    return place(order, guard)
  }
  act()
  for (let waited = 0; s.broker.net() === 0 && waited < 2_000; waited += 10) await s.run(10)
  return resolve
}

describe('the unprotected positions of an executor', () => {
  it('are none before an entry', async () => {
    const s = await new Scenario().start()
    expect(s.executor.unprotected).toEqual(NONE)
  })

  it('count one from its fill until its stop is acknowledged', async () => {
    const s = await new Scenario().start()
    const release = await unanswered(s, () => s.decide())
    await s.run(2_000)
    const { positions, oldestMs } = s.executor.unprotected
    expect(positions).toBe(1)
    expect(oldestMs).toBeGreaterThanOrEqual(1_500)
    await s.run(1_000)
    expect(s.executor.unprotected).toEqual({ positions: 1, oldestMs: oldestMs + 1_000 })
    release()
    await s.run(1_500)
    expect(s.sells).toHaveLength(1)
    expect(s.executor.unprotected).toEqual(NONE)
  })

  it('count one whose stop the broker accepts and does not confirm, after the time it has for that', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'stick' })
    s.decide()
    await s.run(1_500)
    expect(s.executor.unprotected).toEqual(NONE)
    await s.run(10_000)
    expect(s.executor.unprotected.positions).toBe(1)
    expect(s.executor.unprotected.oldestMs).toBeGreaterThan(9_000)
  })

  it('count none while a sell order of its exit covers it, nor once it is sold', async () => {
    const s = await opened()
    s.broker.fillLimit = 0
    s.ask({ kind: 'exit' })
    await s.run(1_000)
    expect(s.trade.state).toBe('exiting')
    expect(s.broker.net()).toBe(65)
    expect(s.executor.unprotected).toEqual(NONE)
    s.broker.fillLimit = Number.POSITIVE_INFINITY
    await s.run(5_000)
    expect(s.trade.state).toBe('closed')
    expect(s.executor.unprotected).toEqual(NONE)
  })

  it('count one while turns of its account fail', async () => {
    const s = await new Scenario().start()
    const release = await unanswered(s, () => s.decide())
    await s.run(1_000)
    const { oldestMs } = s.executor.unprotected
    s.failTurns = Number.POSITIVE_INFINITY
    await s.run(2_500)
    expect(s.alarms.some((alarm) => alarm.startsWith('turn_failed'))).toBe(true)
    expect(s.executor.unprotected).toEqual({ positions: 1, oldestMs: oldestMs + 2_500 })
    s.failTurns = 0
    release()
    await s.run(3_000)
    expect(s.executor.unprotected).toEqual(NONE)
  })

  it('count none of an account that is not led any more', async () => {
    const s = await new Scenario().start()
    await unanswered(s, () => s.decide())
    await s.run(1_000)
    expect(s.executor.unprotected.positions).toBe(1)
    expect(s.executor.leads(ACCOUNT)).toBe(true)
    const closing = s.executor.close()
    await s.run(5_000)
    await closing
    expect(s.executor.unprotected).toEqual(NONE)
  })
})
