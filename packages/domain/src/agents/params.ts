import { DECISION_PARAMS, type DecisionParams } from '../decision/decision-params.ts'

/** Version of the signal code. A change of any formula raises it; a change of a number below changes `configHash`. */
export const SIGNALS_VERSION = '1.2.0'

/**
 * Every number the agents and the decision engine use (signals reference: all marked *param*), in one object whose
 * hash goes into every signal and decision. Durations in ms, prices in rupees or index points, shares as fractions,
 * times of day in minutes after IST midnight.
 */
export interface SignalParams extends DecisionParams {
  readonly candles: {
    readonly graceMs: number
    /** More synthetic bars than this in the last `syntheticWindow` make every bar-based agent stale. */
    readonly syntheticLimit: number
    readonly syntheticWindow: number
    /** More synthetic bars than this in a row block the market. */
    readonly syntheticRowLimit: number
  }
  /** Age at which an input is too old to speak for now. */
  readonly ttl: {
    readonly oneMinuteMs: number
    readonly fiveMinuteMs: number
    readonly chainMs: number
    readonly blockMs: number
    /** Sessions a published FII/DII row speaks for. */
    readonly flowSessions: number
  }
  readonly candle: {
    readonly bias: number
    readonly agePerBar: number
    readonly barsThatCount: number
    readonly confirmed: number
    readonly afterDoji: number
    readonly equalEnd: number
    readonly againstContext: number
    readonly minSpanAtr: number
    readonly smallSpan: number
    readonly gapTolerance: number
    readonly volumeHigh: number
    readonly volumeLow: number
    readonly volumeHighFactor: number
    readonly volumeLowFactor: number
    readonly volumeUnknownFactor: number
    readonly volumeSessions: number
    readonly quality: {
      readonly engulfing: number
      readonly hammer: number
      readonly shootingStar: number
      readonly morningStar: number
      readonly eveningStar: number
      readonly marubozu: number
      readonly harami: number
      readonly whiteSoldiers: number
      readonly blackCrows: number
    }
  }
  readonly indicator: {
    readonly warmUpBars: number
    readonly enter: number
    readonly leave: number
    readonly weights: {
      readonly ema: number
      readonly vwap: number
      readonly rsi: number
      readonly macd: number
      readonly supertrend: number
      readonly trend15: number
    }
    readonly scales: { readonly ema: number; readonly vwap: number; readonly rsi: number; readonly macd: number }
    readonly exhaustion: { readonly rsiHigh: number; readonly rsiLow: number; readonly factor: number }
  }
  readonly chain: {
    /** Continuously compounded, a year: the 3-month treasury bill. */
    readonly rate: number
    readonly bandStrikes: number
    readonly nearStrikes: number
    readonly forwardStrikes: number
    readonly windowMinutes: number
    readonly enter: number
    readonly leave: number
    readonly weights: {
      readonly openInterest: number
      readonly pcr: number
      readonly walls: number
      readonly skew: number
      readonly flow: number
    }
    /** Median 15-minute gross open-interest turnover as a share of open interest. */
    readonly grossReference: { readonly NIFTY: number; readonly BANKNIFTY: number }
    readonly minGrossShare: number
    readonly pcrScale: number
    readonly pcrBase: number
    readonly wallDrop: number
    readonly skewScale: number
    readonly skewMinDays: number
    readonly emaLength: number
    readonly emaTradeAgeMs: number
    readonly spreadRupees: number
    readonly spreadShare: number
    readonly lastPriceAgeMs: number
    readonly buildUp: {
      readonly priceShare: number
      readonly priceRupees: number
      readonly openInterestShare: number
      readonly ivPoints: number
    }
  }
  readonly sideways: {
    readonly warmUpBars: number
    readonly adx: number
    readonly choppiness: number
    readonly rangeBars: number
    readonly rangeAtr: number
    readonly slopeBars: number
    readonly slopeAtr: number
    readonly adxScale: number
    readonly transitionStrength: number
    readonly votes: number
    readonly openingRangeEnd: number
    readonly openingRangeFrom: number
  }
  readonly flows: {
    /** Rows before the newest that it is measured against, and the fewest that will do. */
    readonly rows: number
    readonly minRows: number
    readonly zLimit: number
    readonly weights: { readonly fii: number; readonly dii: number; readonly longShare: number }
    readonly bias: number
    /** Percentiles of the long share beyond which a turn is an extreme being given up. */
    readonly extremeLow: number
    readonly extremeHigh: number
  }
  readonly sentiment: {
    readonly halfLifeMs: number
    /** Older headlines are forgotten. */
    readonly freshMs: number
    readonly minHeadlines: number
    /** Share of words two titles must have in common to be the same headline. */
    readonly sameTitle: number
    /** Words before a positive one in which a negation turns it. */
    readonly negationWords: number
    /** The most it may change a strength by. */
    readonly effect: number
  }
  readonly spike: {
    /** Products of neighbouring returns the volatility is the mean of, and the fewest that will do. */
    readonly pairs: number
    readonly minPairs: number
    /** |L| above it is a spike: 375 tests a day at 1 % (Lee and Mykland 2008). */
    readonly threshold: number
    readonly slotMinutes: number
    /** Sessions the seasonal factors and the volume medians are of. */
    readonly sessions: number
    readonly fastMs: number
    readonly fastTimes: number
    readonly volumeZ: number
    readonly volumeStrength: number
    readonly fullStrengthAt: number
    readonly halfLifeMs: number
    readonly neutralUnder: number
    readonly pauseMs: number
    readonly spreadTimes: number
    readonly spreadWindowMs: number
  }
  readonly block: {
    readonly openingEnd: number
    readonly gapShare: number
    readonly gapEnd: number
    readonly lastEntry: number
    readonly closingAuction: number
    readonly expiryCutoff: number
    readonly eventBeforeMs: number
    readonly eventAfterMs: number
    readonly vixDayShare: number
    readonly vixFastShare: number
    readonly vixFastMinutes: number
    readonly vixLevel: number
    readonly indexAgeMs: number
    readonly chainAgeMs: number
    readonly skewMs: number
    readonly forwardShare: number
    readonly spreadShare: number
    readonly breakerNear: number
    readonly breakerLevels: readonly [number, number, number]
    readonly breakerAuctionMs: number
    readonly breakerPauseMs: number
    readonly breakerNoReturn: number
  }
}

const at = (hour: number, minute: number): number => hour * 60 + minute

/** The numbers of the signals reference. */
export const SIGNAL_PARAMS: SignalParams = {
  candles: { graceMs: 2000, syntheticLimit: 2, syntheticWindow: 10, syntheticRowLimit: 2 },
  ttl: { oneMinuteMs: 90_000, fiveMinuteMs: 330_000, chainMs: 30_000, blockMs: 90_000, flowSessions: 3 },
  candle: {
    bias: 0.35,
    agePerBar: 0.6,
    barsThatCount: 3,
    confirmed: 1.5,
    afterDoji: 0.8,
    equalEnd: 0.8,
    againstContext: 0.4,
    minSpanAtr: 0.8,
    smallSpan: 0.6,
    gapTolerance: 0.1,
    volumeHigh: 1.2,
    volumeLow: 0.8,
    volumeHighFactor: 1.15,
    volumeLowFactor: 0.8,
    volumeUnknownFactor: 0.9,
    volumeSessions: 20,
    quality: {
      engulfing: 0.6,
      hammer: 0.5,
      shootingStar: 0.5,
      morningStar: 0.8,
      eveningStar: 0.8,
      marubozu: 0.5,
      harami: 0.35,
      whiteSoldiers: 0.7,
      blackCrows: 0.7,
    },
  },
  indicator: {
    warmUpBars: 60,
    enter: 0.45,
    leave: 0.2,
    weights: { ema: 0.2, vwap: 0.15, rsi: 0.15, macd: 0.15, supertrend: 0.15, trend15: 0.2 },
    scales: { ema: 0.5, vwap: 1.5, rsi: 20, macd: 0.25 },
    exhaustion: { rsiHigh: 80, rsiLow: 20, factor: 0.5 },
  },
  chain: {
    rate: 0.065,
    bandStrikes: 10,
    nearStrikes: 2,
    forwardStrikes: 5,
    windowMinutes: 15,
    enter: 0.3,
    leave: 0.12,
    weights: { openInterest: 0.35, pcr: 0.15, walls: 0.2, skew: 0.1, flow: 0.2 },
    grossReference: { NIFTY: 0.03, BANKNIFTY: 0.013 },
    minGrossShare: 0.005,
    pcrScale: 0.1,
    pcrBase: at(9, 30),
    wallDrop: 0.05,
    skewScale: 1,
    skewMinDays: 0.5,
    emaLength: 20,
    emaTradeAgeMs: 120_000,
    spreadRupees: 0.1,
    spreadShare: 0.02,
    lastPriceAgeMs: 60_000,
    buildUp: { priceShare: 0.005, priceRupees: 0.5, openInterestShare: 0.01, ivPoints: 0.1 },
  },
  sideways: {
    warmUpBars: 60,
    adx: 20,
    choppiness: 55,
    rangeBars: 12,
    rangeAtr: 3,
    slopeBars: 6,
    slopeAtr: 0.5,
    adxScale: 20,
    transitionStrength: 0.25,
    votes: 2,
    openingRangeEnd: at(9, 30),
    openingRangeFrom: at(10, 30),
  },
  flows: {
    rows: 60,
    minRows: 20,
    zLimit: 3,
    weights: { fii: 0.5, dii: 0.1, longShare: 0.4 },
    bias: 0.2,
    extremeLow: 0.15,
    extremeHigh: 0.85,
  },
  sentiment: {
    halfLifeMs: 120 * 60_000,
    freshMs: 8 * 60 * 60_000,
    minHeadlines: 3,
    sameTitle: 0.8,
    negationWords: 3,
    effect: 0.1,
  },
  spike: {
    pairs: 298,
    minPairs: 60,
    threshold: 5.457,
    slotMinutes: 15,
    sessions: 20,
    fastMs: 10_000,
    fastTimes: 8,
    volumeZ: 3.5,
    volumeStrength: 0.15,
    fullStrengthAt: 10,
    halfLifeMs: 10 * 60_000,
    neutralUnder: 0.2,
    pauseMs: 60_000,
    spreadTimes: 1.5,
    spreadWindowMs: 5 * 60_000,
  },
  block: {
    openingEnd: at(9, 30),
    gapShare: 0.01,
    gapEnd: at(9, 45),
    lastEntry: at(14, 45),
    closingAuction: at(15, 15),
    expiryCutoff: at(13, 30),
    eventBeforeMs: 15 * 60_000,
    eventAfterMs: 30 * 60_000,
    vixDayShare: 0.15,
    vixFastShare: 0.08,
    vixFastMinutes: 15,
    vixLevel: 30,
    indexAgeMs: 5000,
    chainAgeMs: 30_000,
    skewMs: 2000,
    forwardShare: 0.003,
    spreadShare: 0.01,
    breakerNear: 0.08,
    breakerLevels: [0.1, 0.15, 0.2],
    breakerAuctionMs: 15 * 60_000,
    breakerPauseMs: 15 * 60_000,
    breakerNoReturn: at(14, 30),
  },
  ...DECISION_PARAMS,
}
