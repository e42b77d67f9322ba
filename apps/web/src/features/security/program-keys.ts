import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { KeyScope } from '@strikewise/wire/route.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The caller's keys for programs. */
export const programKeysQuery = queryOptions({
  queryKey: ['program_keys'],
  queryFn: ({ signal }) => api.call('programKeys', { signal }),
})

/** What each scope is called, and what a key with it may do. */
export const SCOPES: Readonly<Record<KeyScope, { name: MessageDescriptor; about: MessageDescriptor }>> = {
  read: { name: msg`Read`, about: msg`Read market data, your trades, reports and settings` },
  pause: { name: msg`Pause`, about: msg`Pause new entries; only you can resume them` },
  exit: { name: msg`Exit`, about: msg`Exit trades, raise stops and lower targets` },
}
