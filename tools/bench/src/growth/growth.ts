import { roundsOf, type Bench, type BenchFigure } from '../bench.ts'
import { runCompetitor } from '../competitor-process.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { SESSIONS, STRIKES, type GrowthMeasured } from './competitors.ts'

/** Whether ten and a hundred times the work costs ten and a hundred times as much: then a unit of it costs the same. */
export const growthBench: Bench = {
  name: 'growth',
  title: 'the cost of a unit as the work grows',
  async run(size) {
    const rounds = roundsOf(size)
    const measured: GrowthMeasured[] = []
    for (let round = 0; round < rounds; round += 1)
      measured.push(await runCompetitor<GrowthMeasured>('growth/units', size))
    const rows = (
      name: string,
      unit: string,
      sizes: readonly string[],
      of: (one: GrowthMeasured) => readonly number[],
    ) => {
      const at = (i: number) => measured.map((one) => of(one)[i]!)
      const costs = sizes.map((label, i): BenchFigure => ({ name: `${name}, ${label}`, unit, value: spreadOf(at(i)) }))
      const growth = { name: '  a unit at 100 × ÷ at 1 ×', unit: '×', value: spreadOf(ratiosOf(at(2), at(0))) }
      return [...costs, growth]
    }
    const sessions = SESSIONS.map((count) => `${count} session${count === 1 ? '' : 's'}`)
    return {
      rounds,
      conditions: [
        'fresh process a round, warm code; 1.00 × is cost in proportion to the work (bars, legs) or independent of it (ticks)',
      ],
      figures: [
        ...rows('minute bar through bars and agents', 'ns/bar', sessions, (one) => one.nsPerBar),
        ...rows(
          'whole chain again',
          'ns/leg',
          STRIKES.map((count) => `${count} strikes`),
          (one) => one.nsPerLeg,
        ),
        ...rows('index tick after a history of', 'ns/tick', sessions, (one) => one.nsPerTick),
      ],
    }
  },
}
