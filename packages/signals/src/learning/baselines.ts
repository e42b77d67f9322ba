/** What a version has to do better than (signals reference §4). */
export const BASELINES = ['random_direction', 'inverted_signal', 'first_15_minutes', 'straddle', 'future_held'] as const
export type BaselineName = (typeof BASELINES)[number]

/** The percentile of each baseline that a version has to exceed. */
export const BASELINE_PERCENTILE = 95
