import { type Paise, rupeesFromPaise } from '@strikewise/domain/money/paise.ts'

/** Undefined fields are left out; a list repeats its name. */
export type FormFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** `application/x-www-form-urlencoded` text, for bodies and query strings. Throws RangeError for a number that is none. */
export function formText(fields: FormFields): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new RangeError(`${name} must be a number, got ${value}`)
    if (typeof value === 'object') for (const one of value) form.append(name, one)
    else form.append(name, String(value))
  }
  return form.toString()
}

/** A price as the form wants it, or nothing. */
export function wireRupees(price: Paise | undefined): number | undefined {
  return price === undefined ? undefined : rupeesFromPaise(price)
}

/** One part of a path. An empty one would call another route. */
export function pathPart(name: string, value: string): string {
  if (value === '') throw new RangeError(`${name} must not be empty`)
  return encodeURIComponent(value)
}
