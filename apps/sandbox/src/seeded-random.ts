import { createHash } from 'node:crypto'

/** A uniform number in (0, 1) that depends on its name alone: asking for one more never changes the others. */
export function uniform(...name: readonly (string | number)[]): number {
  const bits = createHash('sha256').update(name.join('\u0000')).digest().readUIntBE(0, 6)
  return (bits + 0.5) / 2 ** 48
}

/** A standard normal number that depends on its name alone. */
export function normal(...name: readonly (string | number)[]): number {
  return Math.sqrt(-2 * Math.log(uniform(...name, 'radius'))) * Math.cos(2 * Math.PI * uniform(...name, 'angle'))
}
