import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ownDigest } from './browser-push.ts'

/** Where the caller's alerts go, and which. Asked often: a chat is paired, and a message arrives, outside of the page. */
export const alertSettingsQuery = queryOptions({
  queryKey: ['alert-settings'],
  queryFn: ({ signal }) => api.call('alertSettings', { signal }),
  refetchInterval: 3_000,
})

/** The caller's browsers that show notifications. Asked often: what was delivered changes outside of the page. */
export const pushDevicesQuery = queryOptions({
  queryKey: ['push-devices'],
  queryFn: ({ signal }) => api.call('pushDevices', { signal }),
  refetchInterval: 5_000,
})

/** By which digest the server names this browser; null: it is none of them. */
export const ownDigestQuery = queryOptions({ queryKey: ['push-own-digest'], queryFn: ownDigest })
