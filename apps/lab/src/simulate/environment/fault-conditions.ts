/** What is wrong with the surroundings for a while: instants (ms) until which each trouble lasts; 0: none. */
export class FaultConditions {
  /** The broker answers nothing. */
  brokerDownUntil = 0
  /** The broker refuses new orders with a server error; everything else works. */
  placingDownUntil = 0
  storeDownUntil = 0
  /** Commits take long. */
  storeSlowUntil = 0
  /** Each writing but those of entries takes longer than a call may wait for it. */
  writesSlowUntil = 0
  diskFullUntil = 0
  feedSilentUntil = 0
  readonly contractQuoteStaleUntil = new Map<number, number>()
  /** Contracts in which nothing trades: their last price stands still. */
  readonly tradelessUntil = new Map<number, number>()
  /** Contracts without a bid: the lower circuit, or the buyers are gone. */
  readonly bidMissingUntil = new Map<number, number>()
  /** Hints of any kind reach no process. */
  busDownUntil = 0
  /** The bus between the roles is cut: no quote, no decision and no hint comes by it, while the store lives. */
  partitionedUntil = 0
  readonly #accounts = new Map<string, AccountFaultConditions>()

  of(account: string): AccountFaultConditions {
    let faultConditions = this.#accounts.get(account)
    if (faultConditions === undefined)
      this.#accounts.set(
        account,
        (faultConditions = { tokenExpiredUntil: 0, addressRefusedUntil: 0, bookCutUntil: 0, fundsFailUntil: 0 }),
      )
    return faultConditions
  }

  /** Ends everything. */
  clear(): void {
    this.brokerDownUntil = 0
    this.placingDownUntil = 0
    this.storeDownUntil = 0
    this.storeSlowUntil = 0
    this.writesSlowUntil = 0
    this.diskFullUntil = 0
    this.feedSilentUntil = 0
    this.contractQuoteStaleUntil.clear()
    this.tradelessUntil.clear()
    this.bidMissingUntil.clear()
    this.busDownUntil = 0
    this.partitionedUntil = 0
    this.#accounts.clear()
  }
}

export interface AccountFaultConditions {
  tokenExpiredUntil: number
  addressRefusedUntil: number
  /** The funds cannot be read. */
  fundsFailUntil: number
  /** Readings of the order book lack the newest row, and show that they lack some. */
  bookCutUntil: number
}
