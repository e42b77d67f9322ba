import { clockSkewMs } from '@strikewise/execution/clock/clock-skew.ts'
import type { BrokerFunds, ClockPort } from '@strikewise/execution/ports.ts'
import type { BrokerAccount } from '@strikewise/brokers/broker-account.ts'
import { forwardingAccount } from '@strikewise/brokers/forwarding-account.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** What was last read of an account at its broker. */
export interface AccountReading extends BrokerFunds {
  readonly readAt: EpochMs
  /** By how much the broker's clock was ahead of ours then; null: the broker has shown no time. */
  readonly clockSkewMs: number | null
}

/**
 * `broker` as it is, with each answer about its funds shown to `onRead`: the executor reads them once a minute anyway, and
 * no screen makes a call of its own.
 */
export function reportReadings(
  broker: BrokerAccount,
  clock: Pick<ClockPort, 'now' | 'mono'>,
  onRead: (reading: AccountReading) => void,
): BrokerAccount {
  return {
    ...forwardingAccount(broker),
    async funds() {
      const readAt = clock.now()
      const answer = await broker.funds()
      if (answer.ok) onRead({ ...answer.value, readAt, clockSkewMs: clockSkewMs(broker.brokerTime?.(), clock) ?? null })
      return answer
    },
  }
}
