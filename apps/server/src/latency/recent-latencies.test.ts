import { expect, it } from 'vitest'
import { RecentLatencies } from './recent-latencies.ts'

function atSecond(): { latencies: RecentLatencies; to: (second: number) => void } {
  let now = 0
  return { latencies: new RecentLatencies(() => now * 1000), to: (second) => void (now = second) }
}

it('knows no figure before the first call', () => expect(new RecentLatencies().read()).toBeNull())

it('shows how long half and all but one in a hundred of the calls took', () => {
  const { latencies } = atSecond()
  for (let ms = 1; ms <= 100; ms += 1) latencies.record(ms)
  const { count, p50_ms: half, p99_ms: most } = latencies.read()!
  expect(count).toBe(100)
  expect(half / 50).toBeCloseTo(1, 1)
  expect(most / 99).toBeCloseTo(1, 1)
})

it('forgets calls after a minute, and has no figure then', () => {
  const { latencies, to } = atSecond()
  latencies.record(400)
  to(30)
  latencies.record(2)
  expect(latencies.read()!.p99_ms).toBeGreaterThan(390)
  to(61)
  expect(latencies.read()).toEqual({ count: 1, p50_ms: expect.closeTo(2, 1), p99_ms: expect.closeTo(2, 1) })
  to(91)
  expect(latencies.read()).toBeNull()
})

it('takes a call that was over at once, and one that took an hour', () => {
  const { latencies } = atSecond()
  latencies.record(0)
  latencies.record(3_600_000)
  expect(latencies.read()!.count).toBe(2)
})
