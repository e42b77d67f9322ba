// Stores one recorded day as chains a minute, on a thread of its own: the work takes seconds of a core.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { recordedChains } from '@strikewise/chain-history/recorded-chains.ts'
import { storeChain } from '@strikewise/chain-history/store-chain.ts'
import { readRecordedDay } from '@strikewise/signals/session-recording/recorded-day.ts'
import { SEGMENT_SUFFIX } from '@strikewise/signals/session-recording/segment.ts'
import type { DayExport } from './history-rows.ts'

/** What the thread is started with. */
export interface ExportData {
  /** The folder of the recorded day, and the one of the stored days. */
  readonly recording: string
  readonly history: string
}

const { recording, history } = workerData as ExportData
const segments = readdirSync(recording)
  .filter((name) => name.endsWith(SEGMENT_SUFFIX))
  .toSorted()
  .map((name) => ({ name, read: () => readFileSync(join(recording, name)) }))
const { chains, damage, lostFrames } = recordedChains(readRecordedDay(segments))
if (chains.length === 0 && damage.length > 0) throw new RangeError(damage.join('; '))
const stored = chains.map((chain) => storeChain(history, chain))
parentPort!.postMessage({ stored, damage, lostFrames } satisfies DayExport)
