import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SocketStatus } from '../../lib/stream/connection-machine.ts'

/** What the connection badge shows (specification §4). */
export const BADGE_TEXTS = {
  idle: msg`Idle`,
  connecting: msg`Connecting`,
  open: msg`Live`,
  error: msg`Error`,
  closed: msg`Reconnecting...`,
} satisfies Record<SocketStatus, MessageDescriptor>
