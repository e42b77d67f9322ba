/**
 * JSON with sorted keys and no spaces: equal values give equal text on every machine. Fields that are undefined are left
 * out. Throws RangeError on a number JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`not a JSON number: ${value}`)
  return JSON.stringify(value)
}

/** The object a line of canonical JSON holds; undefined for any other text. */
export function readCanonical(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(line)
    return typeof read === 'object' && read !== null && canonicalJson(read) === line
      ? (read as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
