import { expect, it } from 'vitest'
import { router } from '../routes.tsx'
import { screenTitle } from './screen-title.ts'

it.each(Object.keys(router.routesByPath))('%s has a title of its own', (path) => {
  expect(screenTitle(path)).not.toBe('Strikewise')
  expect(screenTitle(path)).toContain('Strikewise')
})

it.each([
  ['/dashboard', 'Dashboard – Strikewise'],
  ['/subscribe/elite', 'Plan – Strikewise'],
  ['/why/NIFTY/2026-11-20T09:31', 'Why this decision – Strikewise'],
  ['/terms', 'Terms of use – Strikewise'],
  ['/no/such/page', 'Strikewise'],
])('of %s: %s', (path, title) => expect(screenTitle(path)).toBe(title))
