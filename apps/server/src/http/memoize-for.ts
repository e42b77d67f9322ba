/** `read`, asked at most once in `ms` real milliseconds however many ask. A failure is not kept. */
export function memoizeFor<T>(
  ms: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let kept: { readonly until: number; readonly value: Promise<T> } | undefined
  return async () => {
    if (kept !== undefined && kept.until > now()) return kept.value
    const fresh = { until: now() + ms, value: read() }
    kept = fresh
    fresh.value.catch(() => {
      if (kept === fresh) kept = undefined
    })
    return fresh.value
  }
}
