/** 'up' or 'down' by the sign of a figure. */
export function toneOf(value: number | null | undefined): string {
  return value === null || value === undefined || value === 0 ? '' : value > 0 ? 'up' : 'down'
}
