import { Secret } from '../secret.ts'

/** Lower bounds of the length classes in which a secret is described, the longest first. */
const LENGTH_CLASSES = [
  [32, '32 or more characters'],
  [16, '16 to 31 characters'],
  [8, '8 to 15 characters'],
  [0, 'fewer than 8 characters'],
] as const
/** Parameters of a database's address that say where and how it connects, and hold no secret. */
const SHOWN_PARAMETERS = ['sslmode', 'host']

/** What may be shown of a setting's value: of a secret its length class, of an address no login and no query. */
export function displayedValue(value: unknown): string {
  if (value === undefined) return 'not set'
  if (value instanceof Secret) return displayedSecret(value.reveal())
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(displayedValue).join(', ')
  if (value !== null && typeof value === 'object') {
    const pairs = Object.entries(value).map(([name, part]) => `${name}=${displayedValue(part)}`)
    return pairs.length === 0 ? 'none' : pairs.join(', ')
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === '') return 'none'
  return /^[a-z]+:\/\//.test(text) && URL.canParse(text) ? displayedAddress(new URL(text)) : text
}

function displayedSecret(text: string): string {
  if (/^[a-z]+:\/\//.test(text) && URL.canParse(text)) return displayedAddress(new URL(text))
  const keys = text.split(',').length
  return `set, ${keys > 1 ? `${keys} keys, ` : ''}${lengthClassOf(text)}`
}

function displayedAddress(url: URL): string {
  const { protocol, host, pathname, searchParams, password } = url
  const shown = SHOWN_PARAMETERS.flatMap((name) => {
    const value = searchParams.get(name)
    return protocol.startsWith('postgres') && value !== null ? [`${name}=${value}`] : []
  })
  const hidden = searchParams.size > shown.length ? ['…'] : []
  const query = shown.length + hidden.length > 0 ? `?${[...shown, ...hidden].join('&')}` : ''
  const path = pathname === '/' ? '' : pathname
  const login = password === '' ? '' : ` (password set, ${lengthClassOf(decodeURIComponent(password))})`
  return `${protocol}//${host}${path}${query}${login}`
}

function lengthClassOf(text: string): string {
  return LENGTH_CLASSES.find(([least]) => text.length >= least)![1]
}
