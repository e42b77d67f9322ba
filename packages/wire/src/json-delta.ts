/** A value as JSON can hold it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/*
 * A delta is JSON itself and is read beside the value it changes:
 * - an array, where that value is an array or an object: pairs of a position (of an object: of its key) and the delta of
 *   what stands there; the position behind the last item appends to an array;
 * - an array, where it is a text: where the replaced part begins, and what replaces as many characters from there on;
 * - an object: its `set` replaces the value;
 * - any other value: it replaces the value.
 * Positions in place of names: a tick changes a few numbers in an answer that is mostly names.
 */

/** What changes `from` into `to`; undefined when they are equal. Both as `JSON.parse` makes them. */
export function deltaOf(from: JsonValue, to: JsonValue): JsonValue | undefined {
  if (from === to) return undefined
  if (typeof from === 'string' && typeof to === 'string') return textDelta(from, to)
  if (isList(from) && isList(to) && to.length >= from.length) return changedParts(from, to)
  if (isKeyed(from) && isKeyed(to)) {
    const keys = Object.keys(from)
    const same = Object.keys(to)
    if (keys.length === same.length && keys.every((key, at) => key === same[at]))
      return changedParts(Object.values(from), Object.values(to))
  }
  return replaced(to)
}

/** The value that `delta` makes of `from`. Throws when it is none of that value. */
export function applyDelta(from: JsonValue, delta: JsonValue): JsonValue {
  if (isKeyed(delta)) return setOf(delta)
  if (!isList(delta)) return delta
  if (typeof from === 'string') return replacedText(from, delta)
  if (isList(from)) return withParts(from, delta, true)
  if (!isKeyed(from)) throw new Error('a delta with positions, and nothing that has positions')
  const keys = Object.keys(from)
  const values = withParts(Object.values(from), delta, false)
  return Object.fromEntries(values.map((value, at) => [keys[at]!, value]))
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isKeyed(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** An array or an object would be read as a delta: it is wrapped. */
function replaced(to: JsonValue): JsonValue {
  return typeof to === 'object' && to !== null ? { set: to } : to
}

function setOf(delta: { readonly [key: string]: JsonValue }): JsonValue {
  if (!Object.hasOwn(delta, 'set')) throw new Error('a delta that replaces, and no value')
  return delta['set']!
}

function changedParts(from: readonly JsonValue[], to: readonly JsonValue[]): JsonValue | undefined {
  const changes: JsonValue[] = []
  for (const [at, value] of to.entries()) {
    const delta = at < from.length ? deltaOf(from[at]!, value) : replaced(value)
    if (delta !== undefined) changes.push(at, delta)
  }
  return changes.length === 0 ? undefined : changes
}

function withParts(from: readonly JsonValue[], delta: readonly JsonValue[], canGrow: boolean): JsonValue[] {
  const parts = [...from]
  for (let i = 0; i < delta.length; i += 2) {
    const at = delta[i]
    const change = delta[i + 1]
    const isKnown = typeof at === 'number' && at >= 0 && Number.isInteger(at) && change !== undefined
    if (!isKnown || at > parts.length || (at === parts.length && !canGrow))
      throw new Error('a delta with a position that is none of the value')
    parts[at] = applyDelta(parts[at] ?? null, change)
  }
  return parts
}

/** Of two texts of one length, such as two instants, the part that differs; else the whole new text. */
function textDelta(from: string, to: string): JsonValue {
  if (from.length !== to.length) return to
  let first = 0
  while (from[first] === to[first]) first += 1
  let last = to.length - 1
  while (from[last] === to[last]) last -= 1
  // The position and its brackets take about as much as six characters.
  return last - first + 1 + 6 < to.length ? [first, to.slice(first, last + 1)] : to
}

function replacedText(from: string, delta: readonly JsonValue[]): string {
  const [at, part] = delta
  if (typeof at !== 'number' || typeof part !== 'string' || !(at >= 0) || at + part.length > from.length)
    throw new Error('a delta of a text that is none of this one')
  return from.slice(0, at) + part + from.slice(at + part.length)
}
