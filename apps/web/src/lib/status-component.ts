import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StatusComponent } from '@strikewise/wire/public.ts'

/** Parts of the service, as the status page names them. */
export const STATUS_COMPONENT_NAMES = {
  store: msg`Data store`,
  feed: msg`Market data`,
  broker: msg`Broker`,
  notifier: msg`Email and messages`,
  public_log: msg`Record`,
} as const satisfies Record<StatusComponent, MessageDescriptor>
