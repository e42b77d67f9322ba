import type { VirtualTime } from './virtual-time.ts'

/**
 * Does `work` for one item after another, each at its instant (`atOf`, ascending). Only the next instant waits in line, so
 * a long list costs nothing before its time; `isOver` drops what is left of it.
 */
export function inTurn<T>(
  time: VirtualTime,
  items: readonly T[],
  atOf: (item: T) => number,
  work: (item: T) => void,
  isOver: () => boolean,
): void {
  let place = 0
  const wait = () => {
    if (place < items.length) time.at(atOf(items[place]!), next)
  }
  const next = () => {
    if (isOver()) return
    for (; place < items.length && atOf(items[place]!) <= time.now; place += 1) work(items[place]!)
    wait()
  }
  wait()
}

/** Does `work` every so many milliseconds until `isOver`. */
export function every(time: VirtualTime, ms: number, work: () => void, isOver: () => boolean): void {
  const next = () => {
    if (isOver()) return
    work()
    time.after(ms, next)
  }
  time.after(ms, next)
}
