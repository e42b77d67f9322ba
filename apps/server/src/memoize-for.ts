/** `read`, asked at most once in `ms` real milliseconds however many ask. A failure is not kept. */
export function memoizeFor<T>(
  ms: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let cached: { readonly until: number; readonly value: Promise<T> } | undefined
  return async () => {
    if (cached !== undefined && cached.until > now()) return cached.value
    const fresh = { until: now() + ms, value: read() }
    cached = fresh
    fresh.value.catch(() => {
      if (cached === fresh) cached = undefined
    })
    return fresh.value
  }
}
