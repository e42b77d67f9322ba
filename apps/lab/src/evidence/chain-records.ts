import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readChain } from '../backtest/input/chain-files.ts'
import { CHAIN_SERIES, observeChain, type CostSample } from './observe-chain.ts'
import type { RecordSet } from './record-set.ts'
import { sha256OfFile } from './records.ts'
import type { ResultCache } from './result-cache.ts'

/** Observes the agents that read option chains on the days whose chain was recorded. A day is a result of its own. */
export async function chainRecords(
  files: readonly string[],
  cache: ResultCache,
  onBytes: (bytes: number) => void,
): Promise<RecordSet & { readonly costs: readonly CostSample[] }> {
  const parts: ReturnType<typeof observeChain>[] = []
  const keys: string[] = []
  for (const file of files) {
    const { key, value } = await cache.of(['chain', sha256OfFile(file)], async () =>
      observeChain(await readChain(file)),
    )
    keys.push(key)
    parts.push(value)
    onBytes(statSync(file).size)
  }
  return {
    source: 'recorded option chains',
    series: CHAIN_SERIES,
    observations: parts.flatMap(({ observations }) => observations),
    costs: parts.flatMap(({ costs }) => costs),
    key: hash('sha256', keys.join()),
  }
}
