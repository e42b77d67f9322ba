import { expect, it } from 'vitest'
import type { Bench } from './bench.ts'
import { alertsBench } from './alerts/alerts.ts'
import { backtestBench } from './backtest/backtest.ts'
import { growthBench } from './growth/growth.ts'
import { historyBench } from './history/history.ts'
import { indicatorsBench } from './indicators/indicators.ts'
import { liveBench } from './live/live.ts'
import { recorderBench } from './recorder/recorder.ts'

/** What a figure shows is for a quiet machine; here only that each bench runs and compares equal work. */
it.each<Bench>([indicatorsBench, liveBench, growthBench, backtestBench, recorderBench, historyBench, alertsBench])(
  '$name runs and has a figure for all it measures',
  { timeout: 120_000 },
  async (bench) => {
    const { figures, rounds } = await bench.run('smallest')
    expect(rounds).toBe(1)
    expect(figures.length).toBeGreaterThan(0)
    for (const { value } of figures) expect(value.median).toBeTypeOf('number')
  },
)
