/** Something of ours that runs beside this process and must not outlive it. */
export interface Stoppable {
  stop(): Promise<void>
}

const running = new Set<Stoppable>()

/** Hands what `start` brings up to `use`, and stops it afterwards, however that ends. */
export async function whileRunning<Started, T>(
  start: () => Promise<Started>,
  programOf: (started: Started) => Stoppable,
  use: (started: Started) => Promise<T>,
): Promise<T> {
  const starting = start()
  // Known from the first moment: an interruption while it starts must stop it, too.
  const entry: Stoppable = { stop: async () => programOf(await starting).stop() }
  running.add(entry)
  try {
    const started = await starting
    try {
      return await use(started)
    } finally {
      await programOf(started).stop()
    }
  } finally {
    running.delete(entry)
  }
}

/** Stops all that runs, the newest first. What failed to start has nothing to stop. */
export async function stopAll(): Promise<void> {
  for (const program of [...running].toReversed()) await program.stop().catch(() => undefined)
}
