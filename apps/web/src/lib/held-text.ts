/** '42s', '2m 05s', '1h 12m'. */
export function heldText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes}m ${two(seconds % 60)}s` : `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`
}
