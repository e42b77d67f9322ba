import { isScreenPath, SCREENS } from '@strikewise/wire/screens.ts'
import { expect, it } from 'vitest'
import { router } from './routes.tsx'
import type { RoutePath } from './testing/visit.tsx'

it('the addresses the server knows as screens are those of the router', () => {
  expect(SCREENS.map(({ path }) => path).toSorted()).toEqual(Object.keys(router.routesByPath).toSorted())
})

it('a link to a path of no screen does not compile', () => {
  // @ts-expect-error The registry has no such screen, and links take their type from it.
  const unknown: RoutePath = '/no-such-page'
  expect(isScreenPath(unknown)).toBe(false)
})

// An address of another screen would leave this one unchecked.
it.each(SCREENS)('$path is opened at its own addresses', ({ path, addressesByViewer }) => {
  const shape = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
  const addresses = Object.values(addressesByViewer).flat()
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) expect(address.split('?', 1)[0]).toMatch(shape)
})

it.each([
  ['/dashboard', true],
  ['/dashboard/', true],
  ['/why/NIFTY/2026-11-20T10:42', true],
  ['/no-such-page', false],
  ['/dashboard/extra', false],
  ['/subscribe', false],
])('%s is a screen: %s', (path, known) => {
  expect(isScreenPath(path)).toBe(known)
})
