import { setTimeout as delay } from 'node:timers/promises'
import type { Lease } from '@strikewise/execution/ports.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { weightsOn } from '../learning/weights-rows.ts'
import { fileShippedTrials } from '../learning/registered-trials.ts'
import { registerLogicOfDay } from '../registered-logic/registered-logic.ts'
import type { Logger } from '../logging/logger.ts'
import { openDecisionLog } from '../market/decision-log.ts'
import { feedCredentials, type FeedCredentials } from '../operator/feed-session.ts'
import { followMarketOnPaper } from '../market/follow-paper.ts'
import { storePastBars } from '../market/past-bars.ts'
import { runMarketDay } from '../market/run-market-day.ts'
import { isWatched } from '../time/watch-hours.ts'
import { openLowFrequencyInputs } from '../market/low-frequency-inputs.ts'
import { snapshotPublisher } from '../market/snapshots.ts'
import { ViewedContracts } from '../market/viewed-contracts.ts'
import { startHistoryExport } from '../chain-history/export-worker.ts'
import { startHistoryReader } from '../chain-history/history-reader.ts'
import { openRecorder } from '../session-recorder/open-recorder.ts'
import { daySeals } from '../public-log/seal-days.ts'
import { SigningKey } from '../public-log/signing-key.ts'
import { publicLogAppender } from '../public-log/append-entries.ts'
import { MasterKey } from '../secrets/master-key.ts'
import type { Vault } from '../secrets/vault.ts'
import type { ScaledClock } from '../time/scaled-clock.ts'
import { holdLease } from '../store/lease.ts'
import type { Store } from '../store/open-store.ts'

const RECHECK_MS = 1000
const RETRY_MS = 1000

export interface MarketRole {
  readonly config: Config
  readonly clock: ScaledClock
  readonly store: Store
  readonly vault: Vault
  readonly bus: Bus
  readonly logger: Logger
}

/**
 * Runs the market: one leader at a time reads the feed, keeps candles, chain and agents, and appends a decision a minute
 * and index. Knows no user. Returns at once; the work goes on until `close`.
 */
export function startMarket(role: MarketRole): { close(): Promise<void> } {
  const { store, logger } = role
  const stop = new AbortController()
  const history = startHistoryExport({ ...role, db: store.db })
  const historyReader = startHistoryReader(role)
  const work = async () => {
    while (!stop.signal.aborted) {
      const lease = await holdLease(store.db, 'market', stop.signal)
      logger.info({ epoch: lease.epoch }, 'leading the market')
      try {
        await lead(role, lease, stop.signal)
      } finally {
        await lease.release().catch(() => undefined)
      }
    }
  }
  const done = work().catch((error: unknown) => {
    // Anything but the stop is a broken promise of our own code: leave it to the process to end.
    if (!stop.signal.aborted) throw error
  })
  return {
    async close() {
      stop.abort(new Error('closing'))
      await Promise.all([done, history.close(), historyReader.close()])
    },
  }
}

/** Day after day, while the lease is held. */
async function lead(role: MarketRole, lease: Lease, signal: AbortSignal): Promise<void> {
  const { config, clock, store, vault, bus, logger } = role
  const record = publicLogAppender(store.db)
  const log = await openDecisionLog(store.db, record)
  const key = new SigningKey(MasterKey.open(config))
  const seals = daySeals(store.db, key, bus, logger)
  logger.info({ key: key.publicHex }, 'the record is signed with this key')
  const publisher = snapshotPublisher(bus)
  const viewed = new ViewedContracts({ bus, publisher, clock, logger })
  const lowFrequency = openLowFrequencyInputs(store.db, bus, logger)
  const recorder = openRecorder(config, bus, logger)
  const newLogin = hint(bus, 'feed.session')
  const paper = config.sandbox ? undefined : config.brokers.paper
  const following =
    paper &&
    followMarketOnPaper({
      exchange: paper,
      // Not before the day's contracts are listed: they are fetched with the login.
      credentials: async () => (isWatched(clock.now()) ? feedCredentials(store.db, vault, clock.now()) : undefined),
      logger,
    })
  try {
    while (!signal.aborted && lease.held()) {
      await seals.check(clock.now())
      const session = isWatched(clock.now()) ? await feedCredentials(store.db, vault, clock.now()) : undefined
      if (session === undefined) {
        publisher.put('feed', { connected: false, lastTickAt: null })
        await Promise.race([newLogin.wait(), delay(RECHECK_MS)])
        continue
      }
      try {
        await runMarketDay({
          session,
          urls: config.marketUrls,
          clock,
          logger,
          bus,
          log,
          record,
          lowFrequency,
          storePastBars: (symbol, bars) => storePastBars(store.db, symbol, bars),
          async weightsOn(day) {
            const weights = await weightsOn(store.db, day)
            const logic = { champion: weights.champion, speed: clock.speed(), now: clock.now() }
            await registerLogicOfDay(store.db, logic, config)
            await fileShippedTrials(store.db, logic.now)
            return weights
          },
          sessionSink: recorder.sessionSink,
          publisher,
          viewed,
          source: config.sandbox ? 'simulated' : 'live',
          goesOn: () => !signal.aborted && lease.held(),
          newSession: () => changed(role, session, newLogin),
        })
      } catch (error) {
        logger.warn({ err: error }, 'the market day cannot run; trying again')
        await delay(RETRY_MS)
      }
    }
  } finally {
    newLogin.close()
    viewed.close()
    await lowFrequency.close()
    await recorder.close()
    await following?.close()
  }
}

/** True once the operator has logged in again: the old token may be dead. */
async function changed(
  { store, vault, clock }: MarketRole,
  session: FeedCredentials,
  newLogin: Hint,
): Promise<boolean> {
  if (!newLogin.taken()) return false
  const now = await feedCredentials(store.db, vault, clock.now())
  return now?.accessToken.reveal() !== session.accessToken.reveal()
}

interface Hint {
  /** Resolves at the next hint. */
  wait(): Promise<void>
  /** Whether a hint came since this was last asked. */
  taken(): boolean
  close(): void
}

function hint(bus: Bus, subject: string): Hint {
  let came = false
  let waiting = Promise.withResolvers<void>()
  const off = bus.subscribe(subject, () => {
    came = true
    waiting.resolve()
    waiting = Promise.withResolvers<void>()
  })
  return {
    wait: () => waiting.promise,
    taken() {
      const answer = came
      came = false
      return answer
    },
    close: off,
  }
}
