/**
 * Something that may last only so long. It is judged when its time is up: then the watcher reports until when it is
 * excused, and it is judged again at that instant.
 */
export class TimeLimit {
  readonly since: number
  readonly allowedMs: number
  /** The instant after which it must not last. */
  due: number
  isReported = false

  constructor(since: number, allowedMs: number) {
    this.since = since
    this.allowedMs = allowedMs
    this.due = since + allowedMs
  }

  /** Whether at `now` it has lasted longer than any excuse allows. True once. */
  isLate(now: number, toleratedUntil: () => number): boolean {
    if (this.isReported || now <= this.due) return false
    this.due = Math.max(this.due, toleratedUntil())
    if (now <= this.due) return false
    this.isReported = true
    return true
  }
}
