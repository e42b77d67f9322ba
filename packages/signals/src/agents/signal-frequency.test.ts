import { describe, expect, it } from 'vitest'
import { IndexBars } from '../decision/index-bars.ts'
import { emptyBar, readBar } from '../indicators/bar.ts'
import { hasRecording, recordedMinutes } from '@strikewise/domain/market/testing/recorded-bars.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { CandlePatterns, PATTERNS } from './candle-patterns.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'

const FILE = 'bars/NIFTY_1m_2022.csv.gz'
const recorded = hasRecording(FILE)

/** Shares of five-minute bars, in per cent, over a recorded year. */
function measure() {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const patterns = new CandlePatterns(SIGNAL_PARAMS.candle.gapTolerance)
  const bar = emptyBar()
  let bars = 0
  let sessions = 0
  let bias = 'neutral'
  const index: IndexBars = new IndexBars({
    calendar: nseCalendar,
    params: SIGNAL_PARAMS,
    onCandle(timeframe, candle) {
      if (timeframe !== '5m') return
      patterns.push(readBar(bar, candle, false))
      if (index.fiveMinute.count < SIGNAL_PARAMS.indicator.warmUpBars) return
      bars += 1
      if (index.fiveMinute.sessionCount === 1) sessions += 1
      PATTERNS.forEach((pattern, i) => {
        if (patterns.strict[i] !== 0) count(`${pattern} strict`)
        if (patterns.variant[i] !== 0) count(`${pattern} variant`)
      })
      count(`candle ${index.agents.candle_signal.agent.bias}`)
      count(`indicator ${index.agents.indicator_signal.agent.bias}`)
      count(`regime ${index.agents.sideways_detector_signal.agent.regime}`)
      if (index.fiveMinute.adx.value < 20) count('adx under 20')
      if (index.fiveMinute.choppiness.value > 61.8) count('chop over 61.8')
      if (index.agents.indicator_signal.agent.bias !== bias) count('indicator changes')
      bias = index.agents.indicator_signal.agent.bias
    },
  })
  index.goLive(istDate('2000-01-01'))
  for (const minute of recordedMinutes(FILE)) index.pushIndex(minute)
  const share = (name: string) => (100 * (counts.get(name) ?? 0)) / bars
  return { share, changesADay: (counts.get('indicator changes') ?? 0) / sessions }
}

describe.skipIf(!recorded)(
  'measured frequencies on recorded bars (skipped: the shared recordings are not here)',
  () => {
    const measured = recorded ? measure() : undefined

    it.each([
      // Both signs together: engulfing 6 % a side, marubozu 3.5 %, harami 3.3 %.
      ['engulfing strict', 10, 14],
      ['hammer strict', 2.3, 4.3],
      ['shootingStar strict', 0.9, 1.7],
      ['shootingStar variant', 2.2, 4.2],
      ['morningStar strict', 0.35, 0.8],
      ['morningStar variant', 0.9, 1.7],
      ['eveningStar strict', 0.35, 0.8],
      ['eveningStar variant', 0.9, 1.7],
      ['marubozu strict', 5, 9],
      ['harami strict', 5, 8.5],
      ['whiteSoldiers strict', 0.02, 0.25],
      ['blackCrows strict', 0, 0.1],
      ['doji strict', 11, 15],
      ['candle bullish', 6.5, 11.5],
      ['candle bearish', 6.5, 11.5],
      ['indicator bullish', 39, 45],
      ['indicator bearish', 33, 39],
      ['indicator neutral', 19, 25],
      ['regime range', 25, 39],
      ['adx under 20', 32, 40],
      ['chop over 61.8', 5, 11],
    ])('%s on %d to %d %% of bars', (name, low, high) => {
      expect(measured!.share(name)).toBeGreaterThanOrEqual(low)
      expect(measured!.share(name)).toBeLessThanOrEqual(high)
    })

    it('the indicator agent changes its mind about five times a day', () => {
      expect(measured!.changesADay).toBeGreaterThan(4)
      expect(measured!.changesADay).toBeLessThan(6.5)
    })
  },
)
