/** What a version has to do better than (signals reference §4). */
export const BASELINES = ['random direction', 'inverted signal', 'first 15 minutes', 'straddle', 'future held'] as const
export type BaselineName = (typeof BASELINES)[number]
