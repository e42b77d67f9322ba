/** What holds for every run. */
const ALWAYS: readonly string[] = [
  'Every figure is simulated. Nothing here was traded, and nothing here says what will be earned.',
  'Between the four prices of a minute the index takes a course drawn from the seed; it touches all four and never leaves them. Where the ticks were recorded it is theirs, seen at the next half second.',
  'Modelled option prices: Black-76 on a carried forward with the market model’s smile; the level of volatility is forecast from what the index moved in the last session, the last five and the last twenty and, where it is given, from India VIX at the close before, with what recorded option prices asked above that (npm run premiums). Books, spreads, quantities and open interest are the market model’s.',
  'The chain is read twice a minute, not once a second as live: bars of a minute carry nothing that would change in between.',
  'While an option is held it is quoted every five seconds, every second near its stop or target, twice a second while an order is on its way.',
  'Fills: 300 ms later, which is the next half second; a purchase pays the ask, a tick and half a tick for each tenth of the visible quantity; a sale gets the bid less the same. A stop fills at the next bid, never above its trigger less a tick; under its limit it stays open and is chased. A target must be traded through by a tick.',
  'Recorded chains: a snapshot’s quotes stand until the next, 90 seconds at the most. Where bid and ask were not recorded they lie 0.11 % of the price, at least five paise, around the last price, twice that in the first five minutes and threefold in the minute after a jump.',
  'Where no chain is recorded the option chain agent has no vote: modelled open interest follows the price, and an agent that reads it would only repeat the others. The coverage floor is then what the agents with inputs hold; live it is the rule’s own.',
  'A day the server recorded is played as it came: every order meets the quotes of the recording. A recording of a simulated market counts as modelled.',
  'Charges, lots and expiries are those of the trade’s own day. Slippage is what entry and exit gave away against the middle of the book.',
  'One account an index, with the declared capital each, no record, and the larger plan’s gate and capital engine; Futures, FII and DII figures, headlines and past IV are not in the bars: what needs them says nothing or counts as too old. India VIX is modelled.',
  'The opposite of each entry, from which the baselines are drawn, leaves by the same exits; the score that ends a trade is read as if it had pointed its way.',
]

/** What is not known of days before a date, and what is taken instead. */
const BEFORE: readonly { readonly day: string; readonly text: string }[] = [
  {
    day: '2024-01-01',
    text: 'Before 2024 the days of the Reserve Bank, the US Federal Reserve, the Union Budget and election counts are not listed: nothing is forbidden around them, as it would be live.',
  },
  {
    day: '2021-04-01',
    text: 'Before April 2021 SEBI changed its fee several times: today’s ₹10 a crore is charged.',
  },
  {
    day: '2020-07-01',
    text: 'Before July 2020 each state had its own stamp duty: today’s 0.003 % on purchases is charged.',
  },
  { day: '2019-02-14', text: 'Before 14 February 2019 NIFTY had no weekly options: entries are in its monthly ones.' },
  {
    day: '2018-10-26',
    text: 'Before 26 October 2018 a lot of BANKNIFTY is taken as 40 units; in early 2016 older contracts had fewer.',
  },
  { day: '2017-07-01', text: 'Before July 2017 there was service tax of about 15 %: today’s GST of 18 % is charged.' },
  {
    day: '2016-01-01',
    text: 'Before 2016 only the holidays fixed by law are known: an expiry that fell on another is a day off.',
  },
]

/** The last meeting of the Reserve Bank that is listed; those after it are not known. */
const RBI_LISTED_UNTIL = '2026-02-06'

/** What a reader must know to judge the figures of a period; printed with them. Days as YYYY-MM-DD. */
export function assumptionsOf({ from, to }: { readonly from: string; readonly to: string }): string[] {
  const past = BEFORE.filter(({ day }) => from < day).map(({ text }) => text)
  const recent =
    to > RBI_LISTED_UNTIL
      ? ['The Reserve Bank’s meetings after February 2026 are not listed: nothing is forbidden around them.']
      : []
  return [...ALWAYS, ...past, ...recent]
}
