/** The bare values that every plan sees of the indicator agent, by their names in `/indicators`. */
export const BASIC_INDICATORS = ['macd', 'macdSignal', 'macdHistogram', 'vwap', 'timeWeightedAverage', 'rsi'] as const

export type BasicIndicator = (typeof BASIC_INDICATORS)[number]
