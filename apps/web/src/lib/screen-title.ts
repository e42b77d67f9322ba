import { i18n } from '@lingui/core'
import { router } from '../routes.tsx'
import { SCREEN_REGISTRY } from '../screen-registry.ts'

/** What tab, history and screen reader call the screen at `path`, in the language shown. */
export function screenTitle(path: string): string {
  const [, , route] = router.getMatchedRoutes(path)
  const screen = Object.entries(SCREEN_REGISTRY).find(([routePath]) => routePath === route?.fullPath)?.[1]
  if (screen === undefined) return 'Strikewise'
  return typeof screen.title === 'string' ? screen.title : `${i18n._(screen.title)} – Strikewise`
}
