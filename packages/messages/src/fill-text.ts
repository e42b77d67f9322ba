/** A compiled ICU text: its parts in their order, plain or to be filled in. */
export type CompiledText = string | readonly Part[]
type Part =
  | string
  | readonly [name: string, type?: string, format?: Readonly<Record<string, CompiledText | number | undefined>>]

/** Language tags, the preferred first. */
type Locales = readonly string[]

/**
 * A compiled text with its values filled in: parameters, numbers, plurals and selects, the kinds that the catalogues have
 * (`catalogue.test.ts`). The app fills the same texts by Lingui, whose own filling needs its compiler's packages at run time;
 * `fill-text.test.ts` holds both to the same results. Throws a RangeError for another kind.
 */
export function filledText(
  compiled: CompiledText,
  values: Readonly<Record<string, unknown>>,
  locales: Locales,
): string {
  return filled(compiled, values, locales, undefined)
}

/** `count`: what `#` stands for inside a plural. */
function filled(
  compiled: CompiledText,
  values: Readonly<Record<string, unknown>>,
  locales: Locales,
  count: string | undefined,
): string {
  if (typeof compiled === 'string') return compiled
  return compiled
    .map((part) => {
      if (typeof part === 'string') return part === '#' && count !== undefined ? count : part
      const [name, type, format = {}] = part
      const value = values[name]
      switch (type) {
        case undefined:
          return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
        case 'number':
          return numberFormat(locales).format(value as number)
        case 'select':
          return filled(chosen(format, String(value)), values, locales, count)
        case 'plural': {
          const offset = typeof format['offset'] === 'number' ? format['offset'] : 0
          const rest = (value as number) - offset
          const exact = Object.hasOwn(format, String(value)) ? String(value) : pluralRules(locales).select(rest)
          return filled(chosen(format, exact), values, locales, numberFormat(locales).format(rest))
        }
        default:
          throw new RangeError(`a text may not have a parameter of the kind ${type}`)
      }
    })
    .join('')
}

function chosen(format: Readonly<Record<string, CompiledText | number | undefined>>, key: string): CompiledText {
  const found = (Object.hasOwn(format, key) ? format[key] : undefined) ?? format['other']
  return typeof found === 'number' || found === undefined ? '' : found
}

const numberFormats = new Map<string, Intl.NumberFormat>()
const pluralRulesOf = new Map<string, Intl.PluralRules>()

function numberFormat(locales: Locales): Intl.NumberFormat {
  const key = locales.join()
  const known = numberFormats.get(key) ?? new Intl.NumberFormat([...locales])
  numberFormats.set(key, known)
  return known
}

function pluralRules(locales: Locales): Intl.PluralRules {
  const key = locales.join()
  const known = pluralRulesOf.get(key) ?? new Intl.PluralRules([...locales])
  pluralRulesOf.set(key, known)
  return known
}
