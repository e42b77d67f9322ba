import { roundsOf, type Bench } from '../bench.ts'
import { alternately, runCompetitor } from '../competitor-process.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import type { AlertsMeasured } from './competitors.ts'
import { alertsFixture } from './fixture.ts'

/** What it takes to compare a price with the levels of all users: sorted, beside a loop over all of them. */
export const alertsBench: Bench = {
  name: 'alerts',
  title: 'levels of users against a bare loop',
  async run(size) {
    const { levels, values } = alertsFixture(size)
    const { product, peers } = await alternately(
      roundsOf(size),
      () => runCompetitor<AlertsMeasured>('alerts/sorted', size),
      () => runCompetitor<AlertsMeasured>('alerts/loop', size),
    )
    const crossed = product[0]?.crossed ?? 0
    if ([...product, ...peers].some((one) => one.crossed !== crossed))
      throw new Error('the two sides did not report the same crossings')
    const [sorted, looped] = [product, peers].map((side) => side.map(({ nsPerValue }) => nsPerValue)) as [
      number[],
      number[],
    ]
    return {
      rounds: roundsOf(size),
      conditions: [
        `${levels.length.toLocaleString('en')} levels within two percent of an index at 25,000, above and below, hysteresis of a thousandth`,
        `${values.length.toLocaleString('en')} values of a random walk with steps of up to a quarter of a point; both sides report the same ${crossed.toLocaleString('en')} crossings`,
        'fresh process a side and round, warm code; the loop holds level, state and side in typed arrays',
      ],
      figures: [
        { name: 'sorted levels', unit: 'ns/value', value: spreadOf(sorted) },
        { name: 'loop over all', unit: 'ns/value', value: spreadOf(looped) },
        { name: 'loop ÷ sorted', unit: '×', value: spreadOf(ratiosOf(looped, sorted)) },
      ],
    }
  },
}
