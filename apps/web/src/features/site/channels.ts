import type { SocialChannel } from '@strikewise/wire/service.ts'

/** Where a service like this one may have a presence, in the footer's order (specification §2, Landing). */
export const CHANNELS = [
  { id: 'facebook', name: 'Facebook' },
  { id: 'google', name: 'Google' },
  { id: 'instagram', name: 'Instagram' },
  { id: 'linkedin', name: 'LinkedIn' },
  { id: 'x', name: 'X' },
  { id: 'youtube', name: 'YouTube' },
] as const satisfies readonly { id: SocialChannel; name: string }[]

/** The stores have no app of ours: the web app is installed from the browser, and this shows how. */
export const STORES = [
  { id: 'apple', name: 'Apple', guide: '/docs#install' },
  { id: 'google_play', name: 'Google Play', guide: '/docs#install' },
] as const

type StoreId = (typeof STORES)[number]['id']
export type MarkId = SocialChannel | StoreId
