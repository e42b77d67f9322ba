import type { Chance } from './chance.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Values that fit by the name of their field: the caller's own id, a day of the session. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const MATCHING = [
  'abc',
  '123',
  '-5',
  'NIFTY',
  '2026-11-20',
  '2026-11-20T10:42',
  '203.0.113.7',
  '2001:db8::7',
  'a@example.com',
  'a'.repeat(64),
  '1700000000000.d-1',
  '2026-11-20T10:00:00+05:30',
  '27',
  'Anita Rao',
]

/** A value of a JSON schema, valid as far as its keywords can be followed. */
export function sample(schema: Schema, root: Schema, chance: Chance, known: Known, name = '', depth = 0): unknown {
  const own = known[name]
  if (own !== undefined && own.length > 0) return chance.pick(own)
  const target = schema['$ref']
  if (typeof target === 'string') return sample(resolve(root, target), root, chance, known, name, depth)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return chance.pick(schema['enum'] as unknown[])
  const options = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (options !== undefined) return sample(chance.pick(options), root, chance, known, name, depth)
  if ('default' in schema && chance.hit(0.3)) return schema['default']
  if ('example' in schema && chance.hit(0.8)) return schema['example']
  switch (schema['type']) {
    case 'object':
      return sampleObject(schema, root, chance, known, depth)
    case 'array': {
      const least = Number(schema['minItems'] ?? 0)
      const most = Math.min(Number(schema['maxItems'] ?? 3), 4)
      const count = depth > 6 ? least : least + chance.below(Math.max(1, most - least + 1))
      return Array.from({ length: count }, () =>
        sample((schema['items'] ?? {}) as Schema, root, chance, known, name, depth + 1),
      )
    }
    case 'integer':
    case 'number': {
      const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -10)
      const most = Math.min(Number(schema['maximum'] ?? least + 1000), least + 100_000)
      const value = least + chance.next() * (most - least)
      return schema['type'] === 'integer' ? Math.round(value) : Math.round(value * 100) / 100
    }
    case 'boolean':
      return chance.hit(0.5)
    case 'null':
      return null
    default:
      return sampleText(schema, chance)
  }
}

function sampleObject(schema: Schema, root: Schema, chance: Chance, known: Known, depth: number): unknown {
  const required = new Set((schema['required'] ?? []) as string[])
  const made: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>))
    if (required.has(key) || chance.hit(0.6)) made[key] = sample(inner, root, chance, known, key, depth + 1)
  return made
}

function sampleText(schema: Schema, chance: Chance): string {
  const least = Number(schema['minLength'] ?? 0)
  const most = Number(schema['maxLength'] ?? 40)
  const pattern = schema['pattern'] === undefined ? undefined : new RegExp(schema['pattern'] as string, 'u')
  const fits = (text: string) => text.length >= least && text.length <= most && (pattern?.test(text) ?? true)
  const matching = MATCHING.filter(fits)
  if (matching.length > 0 && (pattern !== undefined || chance.hit(0.3))) return chance.pick(matching)
  const words = 'stop loss order नमस्ते ₹ option chain '
  return words.repeat(Math.ceil(Math.max(least, 8) / words.length)).slice(0, Math.max(least, Math.min(most, 24)))
}

function resolve(root: Schema, target: string): Schema {
  let at: unknown = root
  for (const part of target.slice(2).split('/')) at = (at as Record<string, unknown>)[part]
  return at as Schema
}

const HOSTILE: readonly (() => unknown)[] = [
  () => 'a\u0000b',
  () => '\ud800',
  () => 'x\udfffy',
  () => '\u2028',
  () => '\u202Eevil',
  () => '',
  () => ' '.repeat(50),
  () => 'x'.repeat(5000),
  () => "' or 1=1 --",
  () => '<script>alert(1)</script>',
  () => '{{7*7}}',
  () => '../../etc/passwd',
  () => '=cmd|calc',
  () => null,
  () => true,
  () => -0,
  () => 1e308,
  () => -1e308,
  () => 2 ** 53,
  () => 2_147_483_648,
  () => 0.1 + 0.2,
  () => -1,
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => ({ length: 1 }),
  () => '2026-02-30',
  () => '2026-99-99T99:99',
  () => '0000-00-00',
  () => '١٢٣',
  () => '1e9',
  () => 'NaN',
  () => 'Infinity',
]

/** The same value with one place of it made hostile. */
export function spoil(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.hit(0.15)) return chance.pick(HOSTILE)()
  if (Array.isArray(value)) {
    if (value.length === 0) return [chance.pick(HOSTILE)()]
    const at = chance.below(value.length)
    return value.map((inner, index) => (index === at ? spoil(inner, chance) : (inner as unknown)))
  }
  const keys = Object.keys(value)
  if (keys.length === 0 || chance.hit(0.1))
    return { ...value, [chance.pick(['surprise', 'a\u0000', '\ud800', 'toString', 'user_id', 'plan'])]: 1 }
  const key = chance.pick(keys)
  const inner = (value as Record<string, unknown>)[key]
  if (chance.hit(0.1)) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== key))
  return { ...value, [key]: spoil(inner, chance) }
}

export function hostileText(chance: Chance): string {
  const value = chance.pick(HOSTILE)()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
