/** Schemes that encrypt on the way to another machine. */
const ENCRYPTED: ReadonlySet<string> = new Set(['https:', 'wss:', 'smtps:', 'tls:'])
/** Modes of a PostgreSQL connection that take nothing but TLS. */
const TLS_MODES: ReadonlySet<string> = new Set(['require', 'verify-ca', 'verify-full'])

/** Whether `address` leaves this machine without TLS. PostgreSQL shows it in `sslmode`; a Unix socket stays here. */
export function isPlaintext(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  if (isLoopback(hostname)) return false
  if (protocol === 'postgres:' || protocol === 'postgresql:') {
    const host = searchParams.get('host') ?? hostname
    return !isLoopback(host) && !host.startsWith('/') && !TLS_MODES.has(searchParams.get('sslmode') ?? '')
  }
  return !ENCRYPTED.has(protocol)
}

/** Whether a host of an address is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === '' ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}
