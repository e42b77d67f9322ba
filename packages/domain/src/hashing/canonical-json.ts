/**
 * JSON with sorted keys and no spaces: equal values give equal text on every machine. Fields that are undefined are left
 * out; undefined in a list or by itself is null. Throws RangeError on a number JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  return written(value, (number) => {
    throw new RangeError(`not a JSON number: ${number}`)
  })
}

/**
 * The same of a value as JSON stores it: a number that JSON cannot hold is null. For rows whose numbers the store judges,
 * one by one.
 */
export function canonicalStoredJson(value: unknown): string {
  return written(value, () => 'null')
}

function written(value: unknown, unwritable: (number: number) => string): string {
  if (Array.isArray(value)) return `[${value.map((item) => written(item, unwritable)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${written(field, unwritable)}`).join(',')}}`
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return unwritable(value)
  return JSON.stringify(value ?? null)
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
