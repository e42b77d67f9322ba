// Stores one recorded day as chains a minute, or reads what added files hold, on a thread of its own: the work takes
// seconds of a core.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { chainVolatility } from '@strikewise/chain-history/chain-volatility.ts'
import { openChainFile, storedChain } from '@strikewise/chain-history/read-stored.ts'
import type { ChainSource, RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { recordedChains } from '@strikewise/chain-history/recorded-chains.ts'
import { storeChain } from '@strikewise/chain-history/store-chain.ts'
import { readRecordedDay } from '@strikewise/signals/session-recording/recorded-day.ts'
import { SEGMENT_SUFFIX } from '@strikewise/signals/session-recording/segment.ts'
import type { DayExport, DayOfIndex } from './history-rows.ts'

/** What the thread is started with: the folder of a recorded day, or a file that was added. */
export interface ExportData {
  readonly from: { readonly recording: string } | { readonly file: string }
  /** The folder of the stored days. */
  readonly history: string
}

const { from, history } = workerData as ExportData
parentPort!.postMessage('file' in from ? await added(from.file) : await exported(from.recording))

async function exported(recording: string): Promise<DayExport> {
  const segments = readdirSync(recording)
    .filter((name) => name.endsWith(SEGMENT_SUFFIX))
    .toSorted()
    .map((name) => ({ name, read: () => readFileSync(join(recording, name)) }))
  const { chains, source, damage, lostFrames } = recordedChains(readRecordedDay(segments))
  if (chains.length === 0 && damage.length > 0) throw new RangeError(damage.join('; '))
  const stored: DayOfIndex[] = []
  for (const chain of chains) stored.push(await storedDay(chain, source))
  return { stored, damage, lostFrames }
}

/** Stores a chain and reads its volatility back from the file: what is stored is what later days are judged by. */
async function storedDay(chain: RecordedChain, source: ChainSource): Promise<DayOfIndex> {
  const day = storeChain(history, chain, source)
  const read = await storedChain(day.file)
  return { ...day, volatility: read && chainVolatility(read) }
}

async function added(file: string): Promise<DayExport> {
  const chain = await storedChain(file)
  if (chain === undefined) throw new RangeError(`${file} is not a stored chain: add it with npm run history`)
  // One that does not say where its quotes came from was stored of another's records, before files said it.
  const source = (await openChainFile(file))?.source ?? 'recorded'
  return { stored: [await storedDay(chain, source)], damage: [], lostFrames: 0 }
}
