import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerPort } from '@strikewise/execution/ports.ts'
import type { BrokerAccountSnapshot } from './audit-snapshot.ts'

/** The account's own way to the broker, as far as an auditor may use it. */
export type AuditedBroker = Pick<BrokerPort, 'orders' | 'trades' | 'positions'>

/** The three books, one after the other; undefined unless each was read whole. `readAt`: now. */
export async function readBrokerSnapshot(
  broker: AuditedBroker,
  readAt: EpochMs,
): Promise<BrokerAccountSnapshot | undefined> {
  const orders = await broker.orders()
  if (!orders.ok || orders.partial === true) return undefined
  const fills = await broker.trades()
  if (!fills.ok || fills.partial === true) return undefined
  const positions = await broker.positions()
  if (!positions.ok || positions.partial === true) return undefined
  return { readAt, orders: orders.value, fills: fills.value, positions: positions.value }
}
