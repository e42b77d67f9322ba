import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { TEST_CONFIG } from './test-broker.ts'
import type { Intent } from '../intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '../order/order.ts'
import type { BrokerUpdate, MonoMs } from '../ports.ts'
import { CALL } from './scenario.ts'
import { changesOf, StagedAccount } from './account-fixture.ts'
import { ago, NOW, OPEN } from './trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { Alarms } from '../persist/alarms.ts'
import type { BrokerSnapshot } from '../broker-view/broker-event.ts'
import { BrokerReconciler } from '../broker-view/broker-reconciler.ts'
import { Invariants } from '../broker-view/invariants.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { SNAPSHOT_KINDS, PollScheduler, type SnapshotKind } from '../broker-view/poll-scheduler.ts'

/** A reconciler in a new process, which has read everything a second ago: of the last one's notifications it knows nothing. */
export class ReconcilerFixture {
  readonly account = new StagedAccount()
  readonly pollScheduler = new PollScheduler(TEST_CONFIG)
  readonly reconciler: BrokerReconciler

  constructor() {
    const { observer } = this.account.ports
    const alarms = new Alarms(observer)
    for (const kind of SNAPSHOT_KINDS) {
      this.pollScheduler.end(this.pollScheduler.begin(kind, ago(1_000)), { ok: true, value: [] })
    }
    const invariants = new Invariants(alarms, observer)
    this.reconciler = new BrokerReconciler(TEST_CONFIG, this.pollScheduler, alarms, invariants, observer)
  }

  ledgerOf(orders: OrderRecord[], intents: Intent[] = [], trade: Trade = OPEN): Promise<AccountUnitOfWork> {
    return this.account.unitOfWork(...changesOf({ trades: [trade], intents, orders }))
  }

  /** Reconciles a reading that began at `at`. */
  read(unitOfWork: AccountUnitOfWork, snapshot: BrokerSnapshot, at: EpochMs = NOW): void {
    const started = { at, mono: (at - NOW) as MonoMs }
    this.reconciler.reconcile(unitOfWork, { type: 'reading', readStartedAt: started, snapshot }, NOW)
  }

  receive(unitOfWork: AccountUnitOfWork, update: BrokerUpdate): void {
    this.reconciler.reconcile(unitOfWork, { type: 'update', update }, NOW)
  }

  /** The kinds of reading that were asked for, and in how many milliseconds they are due. */
  asked(): Partial<Record<SnapshotKind, number>> {
    const asleep = { busySince: undefined, isHolding: false, isSessionOpen: false, doubtAt: undefined }
    return Object.fromEntries(
      SNAPSHOT_KINDS.flatMap((kind) => {
        const due = this.pollScheduler.dueAt(kind, asleep, NOW)
        return due === undefined ? [] : [[kind, due - NOW]]
      }),
    )
  }

  /** Of the alarms. */
  codes(): (string | undefined)[] {
    return this.account.alarms.map((alarm) => alarm.split(':')[0])
  }
}

export const orders = (...value: BrokerOrder[]): BrokerSnapshot => ({ kind: 'orders', result: { ok: true, value } })

export const positions = (quantity: number): BrokerSnapshot => ({
  kind: 'positions',
  result: { ok: true, value: [{ tradingsymbol: CALL.tradingsymbol, product: 'MIS', quantity }] },
})
