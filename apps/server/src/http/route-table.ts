import type { Route } from '@strikewise/wire/route.ts'
import { decoded } from './request-target.ts'

interface FoundRoute<N extends string> {
  readonly name: N
  readonly params: Readonly<Record<string, string>>
}

export interface RouteTable<N extends string> {
  /** The route that answers `method` at `path`. A HEAD is answered as its GET, unless that is recorded: then by none. */
  find(method: string, path: string): FoundRoute<N> | undefined
  /** The methods that are answered at `path`; none: no route is there. */
  methodsOf(path: string): readonly string[]
}

/** The routes by the paths they answer at: `/api` and theirs, and the bare path where the route says so. */
export function routeTable<N extends string>(routes: Readonly<Record<N, Route>>): RouteTable<N> {
  const methods = ['HEAD', ...new Set(Object.values<Route>(routes).map(({ method }) => method))].toSorted()
  const fixed = new Map<string, N>()
  const shapes: { readonly method: string; readonly shape: RegExp; readonly name: N }[] = []
  for (const [name, route] of Object.entries(routes) as [N, Route][])
    for (const path of route.root === true ? [`/api${route.path}`, route.path] : [`/api${route.path}`])
      if (path.includes(':')) {
        const shape = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
        shapes.push({ method: route.method, shape, name })
      } else fixed.set(`${route.method} ${path}`, name)
  const find: RouteTable<N>['find'] = (method, path) => {
    const asked = method === 'HEAD' ? 'GET' : method
    const isAnswered = (name: N) => method !== 'HEAD' || routes[name].recorded !== true
    const name = fixed.get(`${asked} ${path}`)
    if (name !== undefined) return isAnswered(name) ? { name, params: {} } : undefined
    for (const one of shapes) {
      const params = one.method === asked ? one.shape.exec(path)?.groups : undefined
      if (params !== undefined)
        return isAnswered(one.name) ? { name: one.name, params: decodedParams(params) } : undefined
    }
    return undefined
  }
  return { find, methodsOf: (path) => methods.filter((method) => find(method, path) !== undefined) }
}

function decodedParams(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decoded(value)]))
}
