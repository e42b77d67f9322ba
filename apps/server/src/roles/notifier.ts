import type { Bus } from '../bus/bus.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { startAlerts } from '../alerts/alerts-worker.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logging/logger.ts'
import { startErasures } from '../data-rights/erasure-worker.ts'
import { openFeatureFlags } from '../feature-flags/feature-flags.ts'
import { startFiiDiiWorker } from '../fii-dii/fii-dii-worker.ts'
import { startLearningWorker } from '../learning/learning-worker.ts'
import { publicAddress } from '../http/public-address.ts'
import { startNewsWorker } from '../news/news-worker.ts'
import { startRetentionJob } from '../outbox/retention-job.ts'
import { startMailWorker } from '../outbox/mail-worker.ts'
import { watchOperatorChain } from '../operator/audit-chain-watchdog.ts'
import { startFlattenWorker } from '../operator/flatten-worker.ts'
import { paymentProvider, paymentsService } from '../payments/payment-services.ts'
import { startPaymentsWorker } from '../payments/payments-worker.ts'
import { startAnchorWorker } from '../public-log/anchor-worker.ts'
import { startDailyReports } from '../reports/daily-reports.ts'
import { startStatusWorker } from '../status/status-worker.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Store } from '../store/open-store.ts'

export interface NotifierRole {
  readonly config: Config
  readonly clock: Clock
  readonly store: Store
  readonly vault: Vault
  readonly bus: Bus
  readonly logger: Logger
}

/** Carries what goes out and fetches what comes in beside the market: mail and alerts from their outboxes, headlines, FII and DII figures, old rows away. */
export function startNotifier({ config, clock, store, vault, bus, logger }: NotifierRole): { close(): Promise<void> } {
  const mail = startMailWorker({ config, db: store.db, bus, logger })
  const news = startNewsWorker(config, bus, logger)
  const flows = startFiiDiiWorker({ config, db: store.db, bus, logger })
  const status = startStatusWorker({ config, db: store.db, bus, clock, logger })
  const learning = startLearningWorker({ config, db: store.db, clock, logger })
  const publicUrl = publicAddress(config.publicUrl, config.host, config.port).url
  const flags = openFeatureFlags(store.db)
  const alerts = startAlerts({ config, db: store.db, vault, bus, clock, logger, flags, publicUrl })
  const erasures = startErasures(store.db, bus, logger)
  const reports = startDailyReports({ db: store.db, clock, calendar: nseCalendar, bus, logger, publicUrl })
  const payments = startPaymentsWorker(
    paymentsService({ config, db: store.db, clock, bus, logger, payments: paymentProvider(config) }, publicUrl),
  )
  const { recordAnchors, anchorCertificates: certificates } = config
  const anchors = startAnchorWorker({ db: store.db, anchors: recordAnchors, certificates, bus, logger })
  const sweeper = startRetentionJob(store.db, logger)
  const chain = watchOperatorChain(store.db, logger)
  const flattens = startFlattenWorker({ db: store.db, clock, bus, logger })
  return {
    async close() {
      await Promise.all([
        mail.close(),
        news.close(),
        flows.close(),
        status.close(),
        alerts.close(),
        reports.close(),
        learning.close(),
        payments.close(),
        chain.close(),
        flattens.close(),
        anchors.close(),
        sweeper.close(),
        erasures.close(),
      ])
    },
  }
}
