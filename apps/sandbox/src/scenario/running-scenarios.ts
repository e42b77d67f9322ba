import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { ScenarioPlayer, stepsFrom } from '@strikewise/exchange/scenarios/scenario-player.ts'
import type { ScenarioStep, NamedScenario } from '@strikewise/exchange/scenarios/named-scenario.ts'
import type { Market, MarketListener } from '../market.ts'

/** The scenario a sandbox was started with, and those that were asked for since: their steps, as the market's time comes to them. */
export class RunningScenarios implements MarketListener {
  #players: ScenarioPlayer[] = []
  #market: Market | undefined
  #version = 0

  /** A path of `scenario` at `now`: made in the morning, so that what it orders before its start has happened. */
  pathOf(scenario: NamedScenario, now: EpochMs, make: (now: EpochMs) => PricePath): PricePath {
    const morning = istInstant(istDateAt(now), 9, 0)
    const path = make(Math.min(now, morning) as EpochMs)
    const player = new ScenarioPlayer(scenario.steps)
    player.advance(path, now, (market, to) => market.skipTo(to))
    this.#players.push(player)
    return path
  }

  /** Goes on with what was left of the scenarios of an earlier start. */
  restore(steps: readonly ScenarioStep[]): void {
    if (steps.length > 0) this.#players.push(new ScenarioPlayer(steps))
  }

  /** What is still to come. */
  get steps(): readonly ScenarioStep[] {
    return this.#players.flatMap((player) => [...player.left])
  }

  /** Grows whenever `steps` has changed. */
  get version(): number {
    return this.#version
  }

  /** From here on `market` is played to; `scenario`: the one it was started with, for its faults. */
  attach(market: Market, scenario: NamedScenario | null): void {
    this.#market = market
    for (const fault of scenario?.faults ?? []) market.exchange.setFault(null, fault, market.now())
    market.listen(this)
  }

  /**
   * Plays a scenario from now on, on whatever day the market has, and returns the instant of its first step. Throws
   * RangeError for one that is nothing without its own day, and for a market whose course cannot be changed.
   */
  play(scenario: NamedScenario): EpochMs {
    const market = this.#market
    if (market === undefined) throw new RangeError('the market is not there yet')
    if (scenario.isOfItsDay)
      throw new RangeError(
        `${scenario.name} is a day of the calendar: start the sandbox with --scenario ${scenario.name}`,
      )
    market.catchUp()
    const player = new ScenarioPlayer(scenario.steps.length === 0 ? [] : stepsFrom(scenario.steps, market.path.now))
    player.apply(market.path)
    this.#players.push(player)
    this.#version += 1
    for (const fault of scenario.faults) market.exchange.setFault(null, fault, market.now())
    return market.path.now
  }

  afterStep(): void {
    if (this.#market === undefined || this.#players.length === 0) return
    const { now } = this.#market.path
    if (this.#players.some(({ next }) => next !== undefined && next <= now)) this.#version += 1
    for (const player of this.#players) player.apply(this.#market.path)
    this.#players = this.#players.filter((player) => player.next !== undefined)
  }
}
