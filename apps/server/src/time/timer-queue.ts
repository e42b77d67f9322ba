/** Work that falls due at an instant, in order of due time; equal instants keep the order they were added in. */
export class TimerQueue {
  readonly #heap: { due: number; order: number; work: (() => void) | undefined }[] = []
  #added = 0

  /** Adds `work`; the returned function takes it back. */
  add(due: number, work: () => void): () => void {
    const entry = { due, order: this.#added++, work: work as (() => void) | undefined }
    this.#heap.push(entry)
    this.#up(this.#heap.length - 1)
    // A cancelled entry stays until its time comes and then does nothing: cheaper than searching the heap.
    return () => {
      entry.work = undefined
    }
  }

  /** The earliest due instant, or undefined when nothing waits. */
  next(): number | undefined {
    while (this.#heap.length > 0 && this.#heap[0]!.work === undefined) this.#pop()
    return this.#heap[0]?.due
  }

  /** Runs everything due at `now`, also what running it adds for `now` or earlier. */
  runDue(now: number): void {
    for (let due = this.next(); due !== undefined && due <= now; due = this.next()) this.#pop().work?.()
  }

  #before(a: number, b: number): boolean {
    const x = this.#heap[a]!
    const y = this.#heap[b]!
    return x.due < y.due || (x.due === y.due && x.order < y.order)
  }

  #swap(a: number, b: number): void {
    const x = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = x
  }

  #up(index: number): void {
    for (let i = index; i > 0;) {
      const parent = (i - 1) >> 1
      if (!this.#before(i, parent)) return
      this.#swap(i, parent)
      i = parent
    }
  }

  #pop(): { work: (() => void) | undefined } {
    const top = this.#heap[0]!
    const last = this.#heap.pop()!
    if (this.#heap.length > 0) {
      this.#heap[0] = last
      for (let i = 0; ;) {
        const left = 2 * i + 1
        const right = left + 1
        let least = i
        if (left < this.#heap.length && this.#before(left, least)) least = left
        if (right < this.#heap.length && this.#before(right, least)) least = right
        if (least === i) break
        this.#swap(i, least)
        i = least
      }
    }
    return top
  }
}
