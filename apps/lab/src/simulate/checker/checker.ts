import type { SimWorld } from '../world/sim-world.ts'
import type { Violation } from './violation.ts'

export class Checker {
  readonly violations: Violation[] = []
  worstNakedMs = 0
  tradesOpened = 0
  readonly #world: SimWorld
  constructor(world: SimWorld) {
    this.#world = world
  }
  look(): void {}
  healed(): void {}
  end(): void {
    this.tradesOpened = this.#world.store.tradesOf(this.#world.accounts[0]!).length
  }
}
