// @invariant kill-switch
// @invariant instructed-exit An exit that a user asks for waits for no kill switch, plan, consent or setting, and reaches
//   late fills and the next executor too.
import type { AccountFacts } from '../account-facts.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import { clockSkewMs } from '../clock/clock-skew.ts'
import type { DisciplinedClock } from '../clock/disciplined-clock.ts'
import type { ExecutionConfig } from '../config.ts'
import type { EntryThrottle } from '../entry/entry-throttle.ts'
import type { EntryTicket } from '../pre-trade/entry-ticket.ts'
import type { AccountId, BrokerPort, Ports } from '../ports.ts'
import { usableQuote } from '../quotes/quote.ts'
import type { Trade } from '../trade/trade.ts'
import { boundsOf, type TradeInstruction } from '../trade/trade-instruction.ts'

/**
 * What the store shows of an account's kill switches and of what was asked for its trades, and by that the last check of its
 * entries.
 */
export class EntryClearance {
  readonly #ports: Ports
  readonly #account: AccountId
  readonly #broker: BrokerPort
  /** The account's own clock. */
  readonly #clock: DisciplinedClock
  readonly #config: ExecutionConfig
  readonly #throttle: EntryThrottle
  #factsReloadPending = true
  /** Until the switches were read, and from each hint that one moved: entries already claimed do not leave either. */
  #entriesHeld = true
  #instructions: readonly TradeInstruction[] = []

  constructor(
    ports: Ports,
    account: AccountId,
    broker: BrokerPort,
    clock: DisciplinedClock,
    config: ExecutionConfig,
    throttle: EntryThrottle,
  ) {
    this.#ports = ports
    this.#account = account
    this.#broker = broker
    this.#clock = clock
    this.#config = config
    this.#throttle = throttle
  }

  /** What was asked for the account's trades, as it was last read: it holds while the store is away. */
  get instructions(): readonly TradeInstruction[] {
    return this.#instructions
  }

  /** A kill switch may have moved, or an exit may be asked for: no entry leaves before the facts were read again. */
  hold(): void {
    this.#factsReloadPending = true
    this.#entriesHeld = true
  }

  /** The facts are read again with the next turn. */
  requestReload(): void {
    this.#factsReloadPending = true
  }

  get isReloadPending(): boolean {
    return this.#factsReloadPending
  }

  /**
   * Reads the facts and the tickets not answered yet and calls `use` with them: for the day's cap and what is under way. The pre-trade check reads its own in the
   * transaction of each claim. A failure leaves the reading pending. Instructions come first: no fact that cannot be read
   * keeps an exit from being seen.
   */
  async reload(use: (facts: AccountFacts | null, tickets: readonly EntryTicket[]) => void): Promise<void> {
    this.#factsReloadPending = false
    try {
      const { facts, tickets } = await this.#ports.store.transaction(async (t) => {
        this.#instructions = await t.instructions(this.#account, istDateAt(this.#clock.now()))
        const facts = await t.facts(this.#account, this.#clock.now())
        return { facts, tickets: await t.tickets(this.#account, istDateAt(this.#clock.now())) }
      })
      use(facts, tickets)
      // Another hint may have come while this was read.
      if (!this.#factsReloadPending)
        this.#entriesHeld = facts?.killSwitch.user !== false || facts.killSwitch.global !== false
    } catch {
      this.#factsReloadPending = true
    }
  }

  /**
   * The last check of an entry, as it leaves: no kill switch and no exit of it is known, the clocks agree, and the price is current. Once the
   * wall clock, which dates prices, has stepped away, their age is known only when the broker has shown its time since.
   */
  canSend(trade: Trade | undefined): boolean {
    const skew = this.clockSkewMs() ?? 0
    if (this.#entriesHeld || this.#ports.isListening?.() === false || !this.#throttle.isResponsive) return false
    if (!(Math.abs(skew) <= this.#config.maxClockSkewMs) || this.#clock.isDisputed) return false
    if (trade === undefined || boundsOf(this.#instructions, trade).exit !== undefined) return false
    const quote = this.#ports.feed.quote(trade.contract.token)
    return usableQuote(quote, this.#ports.clock.now(), this.#config.priceMaxAgeMs) !== undefined
  }

  /** How far the wall clock is from the broker's time; undefined: the broker has shown none. */
  clockSkewMs(): number | undefined {
    return clockSkewMs(this.#broker.brokerTime?.(), this.#ports.clock)
  }
}
