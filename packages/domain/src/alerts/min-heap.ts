interface Entry<T> {
  readonly key: number
  readonly item: T
}

/** Items by a number, smallest first: the smallest is at hand, adding and taking cost the logarithm of their count. */
export class MinHeap<T> {
  readonly #entries: Entry<T>[] = []

  get size(): number {
    return this.#entries.length
  }

  /** The smallest number; Infinity when empty. */
  get smallest(): number {
    return this.#entries[0]?.key ?? Number.POSITIVE_INFINITY
  }

  add(key: number, item: T): void {
    const entries = this.#entries
    let at = entries.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = entries[parent]!
      if (above.key <= key) break
      entries[at] = above
      at = parent
    }
    entries[at] = { key, item }
  }

  /** Removes the item with the smallest number; undefined when empty. */
  take(): T | undefined {
    const entries = this.#entries
    const first = entries[0]
    const last = entries.pop()
    if (first === undefined || last === undefined) return undefined
    if (entries.length > 0) this.#sink(last)
    return first.item
  }

  #sink(entry: Entry<T>): void {
    const entries = this.#entries
    const size = entries.length
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && entries[child + 1]!.key < entries[child]!.key) child += 1
      const below = entries[child]!
      if (below.key >= entry.key) break
      entries[at] = below
      at = child
    }
    entries[at] = entry
  }
}
