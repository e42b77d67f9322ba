import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { SCREENS } from '@strikewise/wire/screens.ts'
import { act } from 'react'
import { queryClient } from '../lib/query-client.ts'
import { meBody } from './response-bodies.ts'
import type { visit } from './visit.tsx'

export type Who = Parameters<typeof visit>[1]

/** Every screen at each of its addresses, signed in and signed out as the registry opens it. */
export const SCREEN_VISITS: readonly { readonly path: string; readonly address: string; readonly who: Who }[] = [
  ...new Map(
    SCREENS.flatMap(({ path, addressesByViewer }) =>
      Object.entries(addressesByViewer).flatMap(([viewer, addresses]) =>
        addresses.map((address) => {
          const who: Who = viewer === 'signed out' ? 'signed out' : 'user'
          return [`${address} ${who}`, { path, address, who }] as const
        }),
      ),
    ),
  ).values(),
]

const READS = (Object.keys(ROUTES) as RouteName[])
  .filter((name) => ROUTES[name].method === 'GET')
  .map((name) => ({ name, shape: new RegExp(`^/api${ROUTES[name].path.replaceAll(/:\w+/g, '[^/]+')}$`) }))

/** The call that reads at `pathname`. */
export const readAt = (pathname: string): RouteName | undefined => READS.find(({ shape }) => shape.test(pathname))?.name

const { entitlements } = meBody()
/** Who may see every screen. */
export const SEES_EVERY_SCREEN = meBody({ operator: true, entitlements: { ...entitlements, support_chat: true } })

/** Resolves once no read has been under way for a while. */
export async function readsSettled(): Promise<void> {
  for (let still = 0, steps = 0; still < QUIET_STEPS && steps < MAX_STEPS; steps++) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, STEP_MS)))
    still = queryClient.isFetching() === 0 ? still + 1 : 0
  }
}
const STEP_MS = 20
const QUIET_STEPS = 5
const MAX_STEPS = 100
