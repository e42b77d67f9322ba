import { writeSync } from 'node:fs'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { LockstepBroker } from '../../apps/sandbox/tests/lockstep-broker.ts'
import { openLogger } from '../../apps/server/src/logging/logger.ts'
import { runMarketDay } from '../../apps/server/src/market/run-market-day.ts'
import { DayWriter } from '../../apps/server/src/session-recorder/day-writer.ts'
import { SessionRecorder } from '../../apps/server/src/session-recorder/recorder.ts'
import type { FromThread } from '../../apps/server/src/session-recorder/thread-messages.ts'
import { Secret } from '../../apps/server/src/secret.ts'

export interface LiveDay {
  readonly seed: string
  /** The market, standing before the open. */
  readonly path: PricePath
  /** When to stop watching. */
  readonly until: EpochMs
  /** Where the day is recorded. */
  readonly folder: string
}

const logger = openLogger({ logLevel: 'silent' }, 'market')

/**
 * What the market role does on a day, with the sandbox as its broker: contracts, history and ticks over the broker's real
 * protocols, the pipelines, the recorder. Returns the decisions as rows of the log hold them: after a round trip through
 * JSON. Stands in for what the role shares with other processes: store, bus and lease.
 */
export async function liveDecisions({ seed, path, until, folder }: LiveDay): Promise<Decision[]> {
  const broker = await LockstepBroker.open(seed, path)
  const rows: string[] = []
  const recorder = new SessionRecorder((onAnswer) => writingHere(folder, onAnswer), logger)
  let isOpen = false
  try {
    await runMarketDay({
      session: {
        apiKey: new Secret(broker.apiKey),
        accessToken: new Secret(broker.accessToken),
        loginAt: broker.loginAt,
      },
      urls: broker.urls,
      clock: {
        now: () => broker.now(),
        speed: () => 1,
        running: () => true,
        async sleep(ms) {
          if (isOpen) await broker.listenedTo()
          await broker.pass(ms)
        },
        at: () => () => undefined,
      },
      logger,
      bus: { publish: () => undefined, subscribe: () => () => undefined, close: () => undefined },
      log: { append: async (decision) => rows.push(JSON.stringify(decision)), tradedOn: async () => [] },
      record: { append: async () => undefined },
      lowFrequency: { warmUp: async () => ({}), refresh: () => undefined, close: async () => undefined },
      sessionSink: {
        opening(at, opening, table) {
          isOpen = true
          recorder.opening(at, opening, table)
        },
        timer: (at) => recorder.timer(at),
        frame: (at, slots) => recorder.frame(at, slots),
        flows: (at, flows) => recorder.flows(at, flows),
        headlines: (at, headlines) => recorder.headlines(at, headlines),
        feed: (at, state) => recorder.feed(at, state),
      },
      storePastBars: async () => {},
      weightsOn: async () => ({ champion: undefined, challenger: undefined }),
      publisher: { put: () => undefined, drop: () => undefined, repeat: () => undefined },
      viewed: { open: () => undefined, ended: () => undefined },
      source: 'simulated',
      goesOn: () => broker.now() < until,
      newSession: async () => false,
    })
  } finally {
    await recorder.close()
    await broker.close()
  }
  return rows.map((row) => JSON.parse(row) as Decision)
}

/** Writes the recording on this thread: a test has time. */
function writingHere(folder: string, onAnswer: (answer: FromThread) => void) {
  const disk = {
    freeBytes: () => Number.POSITIVE_INFINITY,
    write(file: number, bytes: Uint8Array) {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    },
    now: () => 0,
  }
  const writer = new DayWriter({ folder, retentionDays: 1, disk })
  return {
    send: (day: Parameters<DayWriter['write']>[0], batch: FromThread['batch']) =>
      onAnswer({ bytes: writer.write(day, batch), error: undefined, batch }),
    close: async () => writer.close(),
  }
}
