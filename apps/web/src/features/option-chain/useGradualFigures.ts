import { startTransition, useEffect, useRef, useState, type RefObject } from 'react'
import { hasSameStrikes, strikesBehind, withNextFigures, type StepSize, type StrikeFigures } from './strike-figures.ts'

/** Strikes renewed between two frames: as many as a slow phone renders within 50 ms. */
const STEP: StepSize = { inSight: 3, outOfSight: 6 }

/** How often strikes out of sight are renewed: each of their frames costs as much as one that shows something. */
const SWEEP_MS = 5000

/**
 * The figures that are shown of all strikes: a few strikes a frame take over the latest ones, those in sight first, until all
 * have. Prices of every strike come at the same instant; rendered together they would hold the page for many frames, and a
 * key press with it. Strikes out of sight follow every five seconds, and at once when they come into sight. Other strikes
 * than those shown appear at once.
 */
export function useGradualFigures(
  latest: readonly StrikeFigures[],
  grid: RefObject<HTMLElement | null>,
): readonly StrikeFigures[] {
  const [shown, setShown] = useState(latest)
  const steps = useRef<GradualSteps>(undefined)
  steps.current ??= new GradualSteps(shown, setShown)
  useEffect(() => steps.current!.watch(grid.current), [grid])
  useEffect(() => steps.current!.follow(shown, latest))
  useEffect(() => () => steps.current!.stop(), [])
  // Of strikes that were not there before nothing older can be shown.
  return hasSameStrikes(shown, latest) ? shown : latest
}

/** Decides what is renewed when. One for each grid. */
class GradualSteps {
  #shown: readonly StrikeFigures[]
  #latest: readonly StrikeFigures[]
  readonly #show: (figures: readonly StrikeFigures[]) => void
  readonly #outOfSight = new Set<number>()
  /** Strikes out of sight that are still to be renewed of those that were behind when the last sweep began. */
  readonly #swept = new Set<number>()
  #nextSweep = 0
  #watchRows: () => void = () => undefined
  #frame: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(shown: readonly StrikeFigures[], show: (figures: readonly StrikeFigures[]) => void) {
    this.#shown = this.#latest = shown
    this.#show = show
  }

  /** Takes note of what is shown and what is the latest, after each render. */
  follow(shown: readonly StrikeFigures[], latest: readonly StrikeFigures[]): void {
    for (const [at, one] of shown.entries()) if (one !== this.#shown[at]) this.#swept.delete(one.strike)
    const isOfOthers = !hasSameStrikes(this.#latest, latest)
    this.#shown = shown
    this.#latest = latest
    if (isOfOthers) this.#watchRows()
    this.#awaitFrame()
  }

  /** Notes which rows of the grid are outside the window, or outside their frame. Returns what ends it. */
  watch(table: HTMLElement | null): (() => void) | undefined {
    if (table === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const strike = Number((target as HTMLElement).dataset['strike'])
        if (isIntersecting) this.#outOfSight.delete(strike)
        else this.#outOfSight.add(strike)
      }
      this.#awaitFrame()
    })
    this.#watchRows = () => {
      for (const row of table.querySelectorAll('tr[data-strike]')) observer.observe(row)
    }
    this.#watchRows()
    return () => observer.disconnect()
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    this.#frame = this.#timer = undefined
  }

  #awaitFrame(): void {
    // A frame that is awaited stays: on a slow device prices come more often than frames, and none would ever be reached.
    if (this.#frame !== undefined) return
    if (this.#next() === this.#shown) {
      this.#awaitSweep()
      return
    }
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined
      // Of more weight the steps would keep a slow device from ever rendering what others leave for later, such as a panel's
      // charts. Each is computed from what is shown, so that steps that wait do not add up.
      startTransition(() => this.#show(this.#next()))
    })
  }

  #next(): readonly StrikeFigures[] {
    return withNextFigures(this.#shown, this.#latest, STEP, {
      isInSight: (strike) => !this.#outOfSight.has(strike),
      isSwept: (strike) => this.#swept.has(strike),
    })
  }

  #awaitSweep(): void {
    if (this.#timer !== undefined || strikesBehind(this.#shown, this.#latest).length === 0) return
    const wait = this.#nextSweep - performance.now()
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#nextSweep = performance.now() + SWEEP_MS
        for (const strike of strikesBehind(this.#shown, this.#latest)) this.#swept.add(strike)
        this.#awaitFrame()
      },
      Math.max(0, wait),
    )
  }
}
