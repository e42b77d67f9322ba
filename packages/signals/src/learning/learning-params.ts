/** Version of the learning code. A change of any formula raises it; a change of a number below changes `learningHash`. */
export const LEARNING_VERSION = '2.0.0'

/** Every number of the learning layer (signals reference §5). None of them is in the decision's own hash: they decide nothing. */
export const LEARNING = {
  /** How far ahead an agent is judged, how often it is asked, and the least move that counts, in five-minute ATR. */
  label: { aheadMinutes: 15, everyMinutes: 5, leastMoveAtr: 0.1 },
  calibration: { sessions: 60, leastLabels: 300, testSessions: 20, bins: 10 },
  /**
   * Minutes ahead at which votes are judged, the sessions under which nothing is known, draws of the bootstrap, and the
   * largest weight. The least is 0.
   */
  votes: { horizons: [15, 30, 60], leastSessions: 20, draws: 400, most: 0.45 },
  rollback: { brier: 0.25, sessions: 20 },
  /** Signals reference §4. */
  gate: { deflatedSharpe: 0.95, overfitting: 0.2, trades: 200 },
} as const
