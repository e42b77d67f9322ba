/** Names as texts show them: of the broker, and of the screen where its users see their orders. */
export interface BrokerNames {
  readonly broker: string
  readonly portal: string
}

/** What the core must know of a broker beside its calls. */
export interface BrokerProfile {
  readonly names: BrokerNames
  /**
   * Whether it takes immediate-or-cancel orders. Where it does not, what should fill at once is sent as a DAY order, and
   * cancelled when it rests.
   */
  readonly immediateOrCancel: boolean
}

/** What is assumed of a port that says nothing of its broker. */
export const UNNAMED_BROKER: BrokerProfile = {
  names: { broker: 'the broker', portal: 'the broker’s app' },
  immediateOrCancel: true,
}
