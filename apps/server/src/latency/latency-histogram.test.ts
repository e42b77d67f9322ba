import { expect, it } from 'vitest'
import { addedLatencies, LATENCY_BUCKETS_S, LatencyHistogram } from './latency-histogram.ts'

const [FIRST, SECOND] = LATENCY_BUCKETS_S
const LAST = LATENCY_BUCKETS_S.length

it('counts a latency in the bucket whose bound it does not exceed, and the longest in the last', () => {
  const histogram = new LatencyHistogram()
  for (const seconds of [0, FIRST, FIRST + 0.0001, SECOND, 3600]) histogram.observe(seconds)
  const [series] = histogram.read()
  expect(series!.counts).toEqual([2, 2, ...Array.from({ length: LAST - 2 }, () => 0), 1])
  expect(series!.seconds).toBeCloseTo(3600 + 2 * FIRST + 0.0001 + SECOND)
})

it('has a series for each set of labels, and none before the first latency', () => {
  const histogram = new LatencyHistogram()
  expect(histogram.read()).toEqual([])
  histogram.observe(1, { socket: 'a' })
  histogram.observe(1, { socket: 'b' })
  histogram.observe(1, { socket: 'a' })
  const counts = histogram.read().map(({ labels, counts: of }) => [labels['socket'], Math.max(...of)])
  expect(counts).toEqual([
    ['a', 2],
    ['b', 1],
  ])
})

it('has the newest sampled latency of each bucket as its exemplar', () => {
  const histogram = new LatencyHistogram()
  histogram.observe(FIRST, {}, 'first')
  histogram.observe(FIRST / 2, {}, 'second')
  histogram.observe(FIRST)
  histogram.observe(3600, {}, 'third')
  const { exemplars } = histogram.read()[0]!
  expect(exemplars.map((one) => one?.traceId)).toEqual(['second', ...Array.from({ length: LAST - 1 }), 'third'])
  expect(exemplars[0]).toMatchObject({ seconds: FIRST / 2 })
})

it('what was read does not change with what is observed later', () => {
  const histogram = new LatencyHistogram()
  histogram.observe(FIRST)
  const before = histogram.read()
  histogram.observe(FIRST, {}, 'later')
  expect(before[0]!.counts[0]).toBe(1)
  expect(before[0]!.exemplars[0]).toBeNull()
})

it('the latencies of two processes are added bucket by bucket, with the newer exemplar of each', () => {
  const exemplar = (traceId: string, at: number) => ({ traceId, seconds: 1, at })
  const one = { counts: [1, 2, 0], seconds: 3, exemplars: [exemplar('old', 1), exemplar('new', 9), null] }
  const other = { counts: [4, 0, 5], seconds: 6, exemplars: [exemplar('newer', 2), exemplar('old', 8), null] }
  expect(addedLatencies(one, other)).toEqual({
    counts: [5, 2, 5],
    seconds: 9,
    exemplars: [exemplar('newer', 2), exemplar('new', 9), null],
  })
})
