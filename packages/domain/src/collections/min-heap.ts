/** An item and the number that it is ordered by: an instant, a price. */
interface HeapEntry<T> {
  readonly at: number
  readonly seq: number
  readonly work: T
}

/** A binary heap, lowest number first and then by the order of adding. Plain arrays: it can be cloned and stored. */
export interface MinHeap<T> {
  readonly items: HeapEntry<T>[]
  nextSeq: number
}

export function emptyHeap<T>(): MinHeap<T> {
  return { items: [], nextSeq: 0 }
}

export function pushAt<T>(heap: MinHeap<T>, at: number, work: T): void {
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

/** The lowest number; Infinity when there is none. */
export function lowestOf({ items }: MinHeap<unknown>): number {
  return items[0]?.at ?? Number.POSITIVE_INFINITY
}

/** Takes the first item at or below `until`; undefined when there is none. */
export function popUpTo<T>(heap: MinHeap<T>, until: number): HeapEntry<T> | undefined {
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

function isBefore<T>(a: HeapEntry<T>, b: HeapEntry<T>): boolean {
  return a.at === b.at ? a.seq < b.seq : a.at < b.at
}

function swap<T>(items: HeapEntry<T>[], i: number, j: number): void {
  const held = items[i]!
  items[i] = items[j]!
  items[j] = held
}
