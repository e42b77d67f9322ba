import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What a visitor can check without an account. */
export const PROOFS: readonly {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
  readonly href: string
  readonly link: MessageDescriptor
}[] = [
  {
    title: msg`Recompute a decision`,
    text: msg`Your browser runs the same engine over the same inputs and compares the outcome with what was recorded.`,
    href: '/demo',
    link: msg`Open the demo`,
  },
  {
    title: msg`Verify the record`,
    text: msg`Each day’s decisions are one hash chain with a signature. Change one character of the file, and your browser names the line.`,
    href: '/record',
    link: msg`Open the record`,
  },
  {
    title: msg`See the uptime`,
    text: msg`Data store, market data, broker, email and record are checked every minute. The status page shows 90 days of results.`,
    href: '/status',
    link: msg`Open the status page`,
  },
]
