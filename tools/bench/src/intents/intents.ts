import { roundsOf, type Bench, type BenchFigure } from '../bench.ts'
import { runCompetitor } from '../competitor-process.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { withPostgres } from '../fanout/fixture.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { CLAIMS, type ClaimsMeasured } from './claims.ts'

const BATCHES = [1, 10, 100, 1000] as const

const STORES = { postgres: 'PostgreSQL', memory: 'memory' } as const
type Store = keyof typeof STORES

/** What an entry's claim costs (checks, trade and intent committed together), alone and with others in one transaction. */
export const intentsBench: Bench = {
  name: 'intents',
  title: 'claims of entries: one transaction for 1, 10, 100 or 1,000 accounts',
  async run(size) {
    const measured = { postgres: noRounds(), memory: noRounds() }
    await inEmptyFolder((data) =>
      withPostgres(data, async (addressFile) => {
        const addresses = { postgres: addressFile, memory: '' }
        for (let round = 0; round < roundsOf(size); round += 1)
          for (const store of ['postgres', 'memory'] as const)
            for (const batch of BATCHES)
              measured[store][batch].push(
                await runCompetitor<ClaimsMeasured>('intents/claims', `${batch}`, addresses[store], size),
              )
      }),
    )
    const counts = BATCHES.map((batch) => CLAIMS[size][batch]!.toLocaleString('en-IN')).join(', ')
    return {
      rounds: roundsOf(size),
      conditions: [
        `${counts} fresh accounts of elite users in batches of ${BATCHES.join(', ')}, one transaction after another; each account got its intent`,
        "the pre-trade check, trade, intent and journal row of each account by the product's own claim; the server's own PostgreSQL with its own settings, or the memory store of the simulator",
        'a process of its own a side and round; a tenth as many claims before the clock starts',
      ],
      figures: (['postgres', 'memory'] as const).flatMap((store) => figuresOf(store, measured[store])),
    }
  },
}

type Rounds = Record<(typeof BATCHES)[number], ClaimsMeasured[]>

function noRounds(): Rounds {
  return { 1: [], 10: [], 100: [], 1000: [] }
}

function figuresOf(store: Store, rounds: Rounds): BenchFigure[] {
  const time = (batch: (typeof BATCHES)[number]) => rounds[batch].map(({ usPerIntent }) => usPerIntent)
  return BATCHES.flatMap((batch) => {
    const name = `${STORES[store]}, batch ${batch}`
    const spread = (of: (one: ClaimsMeasured) => number) => spreadOf(rounds[batch].map(of))
    return [
      { name, unit: 'µs/intent', value: spreadOf(time(batch)) },
      { name: `${name}: CPU of the trader`, unit: 'µs/intent', value: spread((one) => one.cpuUsPerIntent) },
      { name: `${name}: longest transaction`, unit: 'ms', value: spread((one) => one.worstBatchMs) },
      ...(batch === 1
        ? []
        : [{ name: `  batch ${batch} ÷ batch 1`, unit: '×', value: spreadOf(ratiosOf(time(batch), time(1))) }]),
    ]
  })
}
