/** A binary heap of things to do, by due time and then by the order they were added. Plain arrays: it can be cloned. */
interface TimerEntry<T> {
  readonly at: number
  readonly seq: number
  readonly work: T
}

export interface TimerHeap<T> {
  readonly items: TimerEntry<T>[]
  nextSeq: number
}

export function emptyHeap<T>(): TimerHeap<T> {
  return { items: [], nextSeq: 0 }
}

export function pushDue<T>(heap: TimerHeap<T>, at: number, work: T): void {
  const { items } = heap
  items.push({ at, seq: heap.nextSeq, work })
  heap.nextSeq += 1
  let child = items.length - 1
  while (child > 0) {
    const parent = (child - 1) >> 1
    if (!isBefore(items[child]!, items[parent]!)) break
    swap(items, child, parent)
    child = parent
  }
}

/** Takes the first item due at or before `until`; undefined when there is none. */
export function popDue<T>(heap: TimerHeap<T>, until: number): TimerEntry<T> | undefined {
  const { items } = heap
  const first = items[0]
  if (first === undefined || first.at > until) return undefined
  const last = items.pop()!
  if (items.length === 0) return first
  items[0] = last
  for (let parent = 0; ;) {
    const left = 2 * parent + 1
    if (left >= items.length) return first
    const right = left + 1
    const smaller = right < items.length && isBefore(items[right]!, items[left]!) ? right : left
    if (!isBefore(items[smaller]!, items[parent]!)) return first
    swap(items, parent, smaller)
    parent = smaller
  }
}

function isBefore<T>(a: TimerEntry<T>, b: TimerEntry<T>): boolean {
  return a.at === b.at ? a.seq < b.seq : a.at < b.at
}

function swap<T>(items: TimerEntry<T>[], i: number, j: number): void {
  const held = items[i]!
  items[i] = items[j]!
  items[j] = held
}
