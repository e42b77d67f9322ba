import type { Snapshot } from './snapshot.ts'

/**
 * A text that the bus brought. Texts come many times a second and most are replaced before they are read: one becomes a snapshot
 * for its first reader.
 */
export class MarketText {
  readonly text: string
  readonly #make: (text: string) => Snapshot
  readonly #onUnreadable: (error: unknown) => void
  /** Shown where this text cannot be read. Of the one before that one nothing is held: they would be a growing list. */
  #before: MarketText | undefined
  #made: { readonly snapshot: Snapshot | undefined } | undefined

  /**
   * `make` throws where the text is not what it takes; then `onUnreadable` is called once, and the text `before` is shown, which
   * this one replaces.
   */
  constructor(
    text: string,
    make: (text: string) => Snapshot,
    onUnreadable: (error: unknown) => void,
    before: MarketText | undefined,
  ) {
    this.text = text
    this.#make = make
    this.#onUnreadable = onUnreadable
    this.#before = before
    if (before !== undefined) before.#before = undefined
  }

  /** Undefined where neither this text nor the one before can be read. */
  read(): Snapshot | undefined {
    if (this.#made !== undefined) return this.#made.snapshot
    this.#made = { snapshot: this.#snapshot() }
    this.#before = undefined
    return this.#made.snapshot
  }

  #snapshot(): Snapshot | undefined {
    try {
      return this.#make(this.text)
    } catch (error) {
      this.#onUnreadable(error)
      return this.#before?.read()
    }
  }
}
