import type { ClockPort } from '../ports.ts'

type Written = 'written' | 'failed'

/**
 * Begins the writings of one account one after the other, also after one that was abandoned: beside it the next would wait in
 * the store for the account's row for as long, over a connection more, and each that follows longer still.
 */
export class WritingTurns {
  readonly #clock: Pick<ClockPort, 'alarm'>
  /** The writing under way; undefined: none is. It never rejects. */
  #underWay: Promise<void> | undefined

  constructor(clock: Pick<ClockPort, 'alarm'>) {
    this.#clock = clock
  }

  /**
   * What came of `write`, or `failed` where that takes longer than `limitMs`: one that has begun then goes on by itself, one
   * that has not is never begun. Rejects with what `write` does.
   */
  run(write: () => Promise<Written>, limitMs = Number.POSITIVE_INFINITY): Promise<Written> {
    if (limitMs === Number.POSITIVE_INFINITY) return this.#inTurn(write, () => false)
    const { promise, resolve, reject } = Promise.withResolvers<Written>()
    let isAbandoned = false
    const silence = this.#clock.alarm(limitMs, () => {
      isAbandoned = true
      resolve('failed')
    })
    const written = this.#inTurn(write, () => isAbandoned)
    void written.then(resolve, reject).finally(silence)
    return promise
  }

  async #inTurn(write: () => Promise<Written>, isAbandoned: () => boolean): Promise<Written> {
    while (this.#underWay !== undefined) await this.#underWay
    if (isAbandoned()) return 'failed'
    const writing = write()
    const ended = () => {
      this.#underWay = undefined
    }
    this.#underWay = writing.then(ended, ended)
    return writing
  }
}
