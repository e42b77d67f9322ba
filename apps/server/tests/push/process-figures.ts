/** What a loaded server answers of its own process: the bytes it holds once collected, the processor time it has used in µs. */
export function processFigure(path: string | undefined): number | undefined {
  if (path === '/memory') {
    globalThis.gc?.()
    return process.memoryUsage().rss
  }
  if (path !== '/cpu') return undefined
  const { user, system } = process.cpuUsage()
  return user + system
}
