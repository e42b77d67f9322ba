/**
 * Hints between the roles. A message may be lost and nothing durable depends on one: a consumer that must miss nothing reads
 * committed rows, and a hint only shows "look now". High-rate values (quotes, snapshots) go over the bus alone, latest wins.
 */
export interface Bus {
  /** Notifies every subscriber of a matching pattern, on every thread and process. The payload is JSON or a `Float64Array`. */
  publish(subject: string, payload: unknown): void
  /**
   * `pattern` is a subject, or one whose last part is `*`, which stands for one or more parts (`trades.*`). Returns the
   * unsubscribe function. A handler that throws stops the process: hints carry no work that may fail quietly.
   */
  subscribe(pattern: string, handler: (subject: string, payload: unknown) => void): () => void
  close(): void
}

/** Whether `subject` is covered by `pattern`. */
export function matches(pattern: string, subject: string): boolean {
  if (!pattern.endsWith('*')) return pattern === subject
  return subject.length > pattern.length - 1 && subject.startsWith(pattern.slice(0, -1))
}
