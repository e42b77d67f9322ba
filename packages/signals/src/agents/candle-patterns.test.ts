import { describe, expect, it } from 'vitest'
import type { Bar } from '../indicators/bar.ts'
import { CandlePatterns, PATTERNS, type Pattern } from './candle-patterns.ts'

type Row = readonly [open: number, high: number, low: number, close: number]

const bar = ([open, high, low, close]: Row): Bar => ({ open, high, low, close, volume: 0, sessionStart: false })

/** The base of the reference vectors: small bars of alternating colour. */
const base = (count: number): Row[] =>
  Array.from({ length: count }, (_, i): Row => (i % 2 === 0 ? [100, 101.5, 99.5, 101] : [101, 101.5, 99.5, 100]))

function detect(count: number, rows: readonly Row[]): CandlePatterns {
  const patterns = new CandlePatterns(0.1)
  for (const row of [...base(count), ...rows]) patterns.push(bar(row))
  return patterns
}

const valueOf = (values: Int8Array, pattern: Pattern) => values[PATTERNS.indexOf(pattern)]

describe('candlestick patterns against TA-Lib', () => {
  it.each<[pattern: Pattern, expected: number, baseBars: number, rows: Row[]]>([
    ['engulfing', 100, 12, [[99.9, 101.4, 99.7, 101.2]]],
    ['engulfing', 80, 12, [[100, 101.4, 99.7, 101.2]]],
    ['hammer', 100, 12, [[99.6, 99.9, 98.4, 99.85]]],
    ['hammer', 0, 12, [[100, 100.3, 98.5, 100.25]]],
    ['shootingStar', -100, 13, [[101.2, 103, 101.1, 101.4]]],
    ['shootingStar', 0, 13, [[100.9, 102.7, 100.8, 101.1]]],
    ['marubozu', 100, 12, [[100, 102.1, 99.9, 102]]],
    ['marubozu', 0, 12, [[100, 102.25, 99.9, 102]]],
    [
      'morningStar',
      100,
      12,
      [
        [101.5, 101.6, 99, 99.2],
        [98.9, 99.1, 98.5, 98.7],
        [98.9, 101, 98.8, 100.9],
      ],
    ],
    [
      'morningStar',
      0,
      12,
      [
        [101.5, 101.6, 99, 99.2],
        [99.2, 99.4, 98.8, 99],
        [99, 101, 98.8, 100.9],
      ],
    ],
    [
      'harami',
      -100,
      12,
      [
        [100, 102.1, 99.9, 102],
        [101.5, 101.6, 101, 101.1],
      ],
    ],
    [
      'whiteSoldiers',
      100,
      12,
      [
        [100, 101.35, 99.9, 101.3],
        [100.9, 102.5, 100.8, 102.4],
        [101.9, 103.6, 101.8, 103.5],
      ],
    ],
  ])('%s gives %d (%d bars before %j)', (pattern, expected, baseBars, rows) =>
    expect(valueOf(detect(baseBars, rows).strict, pattern)).toBe(expected),
  )

  it('sees the shooting star that misses its gap in the variant only', () => {
    const patterns = detect(13, [[100.9, 102.7, 100.8, 101.1]])
    expect([valueOf(patterns.strict, 'shootingStar'), valueOf(patterns.variant, 'shootingStar')]).toEqual([0, -100])
  })

  it('sees the mirror images', () => {
    const mirrored = (rows: Row[]) => rows.map(([o, h, l, c]): Row => [201 - o, 201 - l, 201 - h, 201 - c])
    const evening = mirrored([
      [101.5, 101.6, 99, 99.2],
      [98.9, 99.1, 98.5, 98.7],
      [98.9, 101, 98.8, 100.9],
    ])
    expect(valueOf(detect(12, evening).strict, 'eveningStar')).toBe(-100)
    expect(valueOf(detect(13, [[101.1, 101.3, 99.6, 99.8]]).strict, 'engulfing')).toBe(-100)
  })

  it('sees three black crows after a white bar', () => {
    const rows: Row[] = [
      [102, 102.1, 100.95, 101],
      [101.5, 101.6, 99.95, 100],
      [100.5, 100.6, 98.95, 99],
    ]
    expect(valueOf(detect(13, rows).strict, 'blackCrows')).toBe(-100)
  })

  it('finds nothing before its averages are known', () => {
    const patterns = new CandlePatterns(0.1)
    for (const row of base(9)) patterns.push(bar(row))
    patterns.push(bar([99.6, 99.9, 98.4, 99.85]))
    expect([valueOf(patterns.strict, 'hammer'), valueOf(patterns.strict, 'doji')]).toEqual([0, 0])
  })
})
