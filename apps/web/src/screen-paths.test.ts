import { isScreenPath, SCREEN_PATHS } from '@strikewise/wire/screens.ts'
import { expect, it } from 'vitest'
import { router } from './routes.tsx'

it('the addresses the server knows as screens are those of the router', () => {
  expect(SCREEN_PATHS.toSorted()).toEqual(Object.keys(router.routesByPath).toSorted())
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
