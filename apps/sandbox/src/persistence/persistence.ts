import { isRestorable } from '@strikewise/exchange/prices/path-snapshot.ts'
import { PricePathWriter } from './price-path-writer.ts'
import { StateWriter, type StateWriterOptions } from './state-writer.ts'

/** What a start leaves for the next one in its data folder; without a folder, nothing. */
export interface Persistence {
  /** Resolves when what happens can no longer be kept: the program must end then. */
  readonly broken: Promise<unknown>
  /** Resolves when everything that has happened is kept, where anything is. */
  readonly durable: () => Promise<void>
  /** Does `work` once everything that has happened is kept, at once where nothing is; never when it cannot be. */
  readonly whenDurable: (work: () => void) => void
  /** Writes the first state. Not before the ports are ours: the process that has them may be writing the same files. */
  readonly begin: () => Promise<void>
  readonly close: () => Promise<void>
}

interface PersistenceOptions extends Omit<StateWriterOptions, 'data' | 'onLost'> {
  /** Null: nothing is kept. */
  readonly data: string | null
  readonly realMs: () => number
}

/** Writes the broker's books as they change, and the prices of a made-up market from time to time. */
export function openPersistence({ data, realMs, ...options }: PersistenceOptions): Persistence {
  const { promise: broken, resolve: onLost } = Promise.withResolvers<unknown>()
  const nothing = async () => undefined
  if (data === null) return { broken, durable: nothing, whenDurable: (work) => work(), begin: nothing, close: nothing }
  const { market } = options
  const stateWriter = new StateWriter({ ...options, data, onLost })
  const pricePath = isRestorable(market.path) ? new PricePathWriter(data, market.path, realMs, onLost) : undefined
  market.listen(stateWriter)
  if (pricePath !== undefined) market.listen(pricePath)
  return {
    broken,
    durable: () => stateWriter.durable(),
    whenDurable: (work) => void stateWriter.durable().then(work, () => undefined),
    async begin() {
      await stateWriter.durable()
      await pricePath?.write()
    },
    async close() {
      await pricePath?.write()
      await stateWriter.close()
    },
  }
}
