/** What a reader must know to judge the figures; printed with them. */
export const ASSUMPTIONS: readonly string[] = [
  'Every figure is simulated. Nothing here was traded, and nothing here says what will be earned.',
  'Between the four prices of a minute the index takes a course drawn from the seed; it touches all four and never leaves them.',
  'Modelled option prices: Black-76 on a carried forward with the market model’s smile; the level of volatility is what the index moved inside the 20 sessions before, plus the model’s premium. Books, spreads, quantities and open interest are the market model’s.',
  'The chain is looked at twice a minute, not once a second as live: bars of a minute carry nothing that would change in between.',
  'While an option is held it is quoted every five seconds, every second near its stop or target, twice a second while an order is on its way.',
  'Fills: 300 ms later, which is the next half second; a purchase pays the ask, a tick and half a tick for each tenth of the visible quantity; a sale gets the bid less the same. A stop fills at the next bid, never above its trigger less a tick; under its limit it stays open and is chased. A target must be traded through by a tick.',
  'Recorded chains: a snapshot’s quotes stand until the next, 90 seconds at the most. Where bid and ask were not recorded they lie 0.11 % of the price, at least five paise, around the last price, twice that in the first five minutes.',
  'Charges are those of the trade’s own day. Slippage is what entry and exit gave away against the middle of the book.',
  'One account an index, with the declared capital each, no record, and the larger plan’s gate and capital engine; Futures, FII and DII figures, headlines and past IV are not in the bars: what needs them says nothing or counts as too old. India VIX is modelled.',
  'Before 2024 the exchange’s holidays are not listed: an expiry that fell on one is a day off.',
  'The opposite of each entry, from which the baselines are drawn, leaves by the same exits; the score that ends a trade is read as if it had pointed its way.',
]
