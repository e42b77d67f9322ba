import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlertSwitch } from '@strikewise/wire/alerts.ts'

/** What the ways of an alert are called beside the list in the app. */
export const CHANNEL_LABELS = { telegram: msg`Telegram`, push: msg`Browser`, mail: msg`Email` } satisfies Record<
  AlertSwitch['channel'],
  MessageDescriptor
>
