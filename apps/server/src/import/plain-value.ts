/**
 * A document's value as plain JSON, whichever way it was exported: plain already, or wrapped by type as the store's REST
 * export does (`{ stringValue }`, `{ mapValue: { fields } }`).
 */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  if (!isRecord(value)) return value
  const [kind, ...more] = Object.keys(value)
  if (kind !== undefined && more.length === 0) {
    const inner = value[kind]
    switch (kind) {
      case 'stringValue':
      case 'booleanValue':
      case 'timestampValue':
      case 'doubleValue':
        return inner
      case 'nullValue':
        return null
      case 'integerValue':
        return Number(inner)
      case 'mapValue':
        return plainValue(isRecord(inner) ? (inner['fields'] ?? {}) : {})
      case 'arrayValue':
        return plainValue(isRecord(inner) ? (inner['values'] ?? []) : [])
    }
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainValue(part)]))
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
