const LOOPBACK = ['localhost', '127.0.0.1']

/** Where people reach us, and the other spellings of the same place. */
export interface PublicAddress {
  /** Scheme, host and port. */
  readonly url: string
  /** Other origins that are this server: `127.0.0.1` beside `localhost`. */
  readonly aliases: readonly string[]
}

/** `configured`, else the address the server listens on (as `localhost`, the name browsers allow secure cookies for). */
export function publicAddress(configured: string | undefined, host: string, port: number): PublicAddress {
  const wide = host === '0.0.0.0' || host === '::' || LOOPBACK.includes(host)
  const url = new URL(configured ?? `http://${wide ? 'localhost' : host}:${port}`).origin
  const { hostname, protocol, port: publicPort } = new URL(url)
  const others = LOOPBACK.includes(hostname) ? LOOPBACK.filter((name) => name !== hostname) : []
  return { url, aliases: others.map((name) => `${protocol}//${name}${publicPort === '' ? '' : `:${publicPort}`}`) }
}
