import { isScreenPath, SCREENS } from '@strikewise/wire/screens.ts'
import { expect, it } from 'vitest'
import { router } from './routes.tsx'

it('the addresses the server knows as screens are those of the router', () => {
  expect(SCREENS.map(({ path }) => path).toSorted()).toEqual(Object.keys(router.routesByPath).toSorted())
})

// A look at another screen's address would leave this one unchecked.
it.each(SCREENS)('$path is looked at, at its own addresses', ({ path, looks }) => {
  const shape = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
  const addresses = Object.values(looks).flat()
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
