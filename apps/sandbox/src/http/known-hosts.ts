import type { MiddlewareHandler } from 'hono'

/** Names under which a machine reaches itself: no page of another machine can have them as its own. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const WILDCARDS = new Set(['0.0.0.0', '::', '[::]'])

/** The host names under which the console is served: this machine's own, that of `--host`, and those of `--allowed-hosts`. */
export function knownHosts(host: string, allowed: readonly string[]): ReadonlySet<string> {
  const own = host.includes(':') ? `[${host}]` : host
  return new Set(
    [...LOOPBACK_NAMES, ...(WILDCARDS.has(host) ? [] : [own]), ...allowed].map((name) => name.toLowerCase()),
  )
}

/**
 * Refuses requests for another host than the known ones, and changes from pages of another origin. Comparing a page's origin
 * with the request's own host would not do: a page whose name is pointed at this machine (DNS rebinding) has the same in both.
 */
export function onlyKnownHosts(hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (c, next) => {
    const { host, hostname } = new URL(c.req.url)
    if (!hosts.has(hostname.toLowerCase()))
      return c.json(
        {
          code: 'unknown_host',
          message: `The console and its controls are not served under the name ${hostname}: use 127.0.0.1, or start the sandbox with --allowed-hosts.`,
        },
        403,
      )
    const origin = c.req.header('origin')
    if (c.req.method !== 'GET' && origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
      return c.json({ code: 'foreign_origin', message: 'Controls are not for pages of another origin.' }, 403)
    return next()
  }
}
