import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BrokerCall, ProcessState, ServiceFigureName, ServiceRole } from '@strikewise/wire/service-health.ts'

export const ROLE_NAMES: Readonly<Record<ServiceRole, MessageDescriptor>> = {
  web: msg`Web`,
  market: msg`Market`,
  trader: msg`Trader`,
  notifier: msg`Notifier`,
}

export const PROCESS_STATE_NAMES: Readonly<Record<ProcessState, MessageDescriptor>> = {
  live: msg({ message: 'Live', context: 'process' }),
  late: msg`Late`,
  gone: msg`Gone`,
}

export const BROKER_CALL_NAMES: Readonly<Record<BrokerCall, MessageDescriptor>> = {
  place: msg`Place order`,
  modify: msg`Modify order`,
  cancel: msg`Cancel order`,
  orders: msg`Order book`,
  history: msg`Order history`,
  trades: msg`Trade book`,
  positions: msg({ message: 'Positions', context: 'broker call' }),
  funds: msg`Funds`,
}

export const FIGURE_NAMES: Readonly<Record<ServiceFigureName, MessageDescriptor>> = {
  position_unprotected: msg`Longest without a stop-loss order`,
  store_answer: msg`Store: empty statement`,
  feed_silence: msg`Feed: last index tick`,
  feed_disconnected: msg`Feed: connection`,
  decision_age: msg`Last decision`,
  order_in_doubt: msg`Oldest order in doubt`,
  outbox_oldest: msg`Oldest waiting message`,
  disk_free: msg`Disk: free`,
}
