import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComplaintSource } from '@strikewise/wire/complaints.ts'

/** Through whom a complaint came, in the words of SEBI's table. */
export const COMPLAINT_SOURCE_NAMES = {
  direct: msg`Directly from investors`,
  scores: msg`SEBI (SCORES)`,
  other: msg`Other sources`,
} as const satisfies Record<ComplaintSource, MessageDescriptor>
