import { hash } from 'node:crypto'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { SIGNALS_VERSION, SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { costsOf, type CostRow } from './costs.ts'
import { measureSlice, measureWhole, slicesOf, type Cell, type WholeFigures } from './measure-set.ts'
import type { CostSample } from './observe-chain.ts'
import type { RecordSet, Source } from './record-set.ts'
import type { ResultCache } from './result-cache.ts'

/** Everything a run measured. The same records give the same bytes: it holds no clock and no machine. */
export interface Evidence extends WholeFigures {
  readonly simulated: true
  readonly version: string
  readonly configHash: string
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
  readonly notMeasured: readonly { readonly what: string; readonly reason: string }[]
  readonly records: readonly RecordsRow[]
  readonly cells: readonly Cell[]
  readonly costs: readonly CostRow[]
  /** SHA-256 over all figures above. */
  readonly digest: string
}

/** The sessions of an index in one kind of records. */
interface RecordsRow {
  readonly source: Source
  readonly symbol: IndexSymbol
  readonly sessions: number
  readonly from: IstDate
  readonly to: IstDate
}

/** Figures of all sets. Each slice is a result of its own; `onPart` is called with the share of the work it was. */
export async function evidenceOf(
  sets: readonly RecordSet[],
  costs: readonly CostSample[],
  about: Pick<Evidence, 'files' | 'notMeasured'>,
  cache: ResultCache,
  onPart: (share: number) => void = () => undefined,
): Promise<Evidence> {
  const work = sets.flatMap((set) =>
    [...Map.groupBy(set.observations, ({ symbol }) => symbol)].map(([symbol, of]) => ({ set, symbol, of })),
  )
  const cells: Cell[] = []
  const whole: WholeFigures[] = []
  for (const { set, symbol, of } of work) {
    const slices = slicesOf(of)
    for (const slice of slices) {
      const inputs = ['cells', set.key, symbol, slice.kind, slice.name]
      cells.push(...(await cache.of(inputs, () => measureSlice(set, symbol, slice))).value)
      onPart(1 / (slices.length + 1) / work.length)
    }
    whole.push((await cache.of(['whole', set.key, symbol], () => measureWhole(set, symbol, of))).value)
    onPart(1 / (slices.length + 1) / work.length)
  }
  const figures = {
    records: work.map(({ set, symbol, of }) =>
      recordsRow(
        set.source,
        symbol,
        of.map(({ day }) => day),
      ),
    ),
    cells,
    calibration: whole.flatMap(({ calibration }) => calibration),
    turnover: whole.flatMap(({ turnover }) => turnover),
    ablation: whole.flatMap(({ ablation }) => ablation),
    costs: costsOf(costs),
  }
  return {
    simulated: true,
    version: SIGNALS_VERSION,
    configHash: configHash(SIGNAL_PARAMS),
    ...about,
    ...figures,
    digest: hash('sha256', JSON.stringify(figures)),
  }
}

function recordsRow(source: Source, symbol: IndexSymbol, days: readonly IstDate[]): RecordsRow {
  const known = [...new Set(days)].sort()
  return { source, symbol, sessions: known.length, from: known[0]!, to: known.at(-1)! }
}
