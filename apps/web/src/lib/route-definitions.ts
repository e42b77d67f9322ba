import { accountRoutes } from '@strikewise/wire/account.ts'
import { alertRoutes } from '@strikewise/wire/alerts.ts'
import { announcementRoutes } from '@strikewise/wire/announcements.ts'
import { marketRoutes } from '@strikewise/wire/market.ts'
import type { Route } from '@strikewise/wire/route.ts'
import type { RouteName } from '@strikewise/wire/routes.ts'
import { serviceRoutes } from '@strikewise/wire/service.ts'
import { tradeChartRoutes } from '@strikewise/wire/trade-chart.ts'
import { tradeInstructionRoutes } from '@strikewise/wire/trade-instructions.ts'
import { tradeRoutes } from '@strikewise/wire/trades.ts'

/** What an open trade is shown with and left by: loaded with it. */
const FIRST: Readonly<Record<string, Route>> = {
  ...accountRoutes,
  ...serviceRoutes,
  ...alertRoutes,
  ...announcementRoutes,
  ...marketRoutes,
  ...tradeRoutes,
  ...tradeChartRoutes,
  ...tradeInstructionRoutes,
}

/** The definition of a route. All but the first are loaded by the first call of one of them. */
export function routeOf(name: RouteName): Route | Promise<Route> {
  return FIRST[name] ?? loadAll(name)
}

async function loadAll(name: RouteName): Promise<Route> {
  return (await import('@strikewise/wire/routes.ts')).ROUTES[name]
}
