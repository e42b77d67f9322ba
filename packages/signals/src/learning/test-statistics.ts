/**
 * What may be tested: the lower end of the 95 % confidence sequence of the net result in R a session (`mean_r`) or of its
 * gain over the product's own rule (`gain_r`), or the deflated Sharpe ratio. The one that is registered decides.
 */
export const TEST_STATISTICS = ['mean_r', 'gain_r', 'deflated_sharpe'] as const
export type TestStatistic = (typeof TEST_STATISTICS)[number]
