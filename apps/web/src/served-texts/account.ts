import { PLAN_CARDS } from '@strikewise/plans/catalogue.ts'
import { COMPARISON } from '@strikewise/plans/comparison.ts'

const ofPlans = Object.values(PLAN_CARDS).flatMap((card) => [
  card.label,
  card.summary,
  ...(card.builtOn === null ? [] : [card.builtOn]),
  ...card.bullets,
  card.action,
])

const ofComparison = COMPARISON.flatMap((row) => [
  row.feature,
  ...Object.values(row.cells).filter((cell) => typeof cell === 'string' && /[a-z]/i.test(cell)),
]) as string[]

/** What the execution core raises as an alarm; {words} and {more} are contracts, order ids and words of the broker. */
const ofAlarms = [
  'An order that we did not place ({0}) to sell {1} {words} rests at the broker. So it turns ours down, and the position has no stop: cancel what is there, or let it sell.',
  'Orders that we did not place ({words}) to sell {0} {more} rest at the broker. So it turns ours down, and the position has no stop: cancel what is there, or let it sell.',
  'The broker shows a second order, {0}, for one request of ours.',
  '{0} units of {words} more were sold than bought.',
  'You converted {0} {words} to another product in Kite. They are no longer managed here and have no stop-loss order: set one in Kite.',
  'The order {0} in {words} looks like one of ours, but nothing is on record of it. It is left alone.',
  "Records of our orders in {words} were missing. They are back, as your broker's order book shows these orders. Compare your trades of today with it.",
  'The broker does not accept our login any more while {words} is held: log in again. Until then its stop-loss order stays active at the exchange and nothing else can be done.',
  'The broker does not accept our login any more, and {0} units of {words} have no stop-loss order that it confirmed. Log in again at once. Or check your orders in Kite, and place one there if none is active.',
  'The broker does not accept our login any more while {words} is being sold: log in again. Until then the exit order stays at the exchange as it is.',
  'The broker refuses our orders: {words}',
  '{0} units of {words} were bought, {1} wanted.',
  '{0} units of {words} are on sale, {1} are held.',
  'One of your trading records could not be stored and was set aside. Exits go on, new entries wait until the next session. Compare the trades of today with your order book at the broker.',
  '{words} of {more} was not seen closed.',
  "{0} record of your exits, written while the database was away, could not be read back. Trading goes on from your broker's order book. Compare the trades of today with it.",
  "{0} records of your exits, written while the database was away, could not be read back. Trading goes on from your broker's order book. Compare the trades of today with it.",
  "Today's order calls are used up while a position is open.",
  'A trade that is {words} cannot be {more}.',
  '{0} units of {words} have no stop that the broker confirms.',
  '{0} units of {words} are still held close to the end of the day.',
  '{0} units of {words} are short and could not be bought back in the usual steps; still trying.',
  'Orders of ours sold {0} {words} more than were held. They are bought back now.',
  'Orders of ours bought back {0} {words} more than were short. They are sold now.',
  'Your account is short {0} {words} after your own sale and ours. We buy back {1}, as you chose.',
  'Your account is short {0} {words} after your own sale and ours. We buy back {1}, as you chose. Cancel your open order {more} first.',
  'Your account is short {0} {words} after a sale or conversion of your own. Buy {1} back in Kite.',
  'Your account is short {0} {words} after a sale or conversion of your own. Cancel your open order {more} first. Buy {1} back in Kite.',
  'Your own order {words} to sell {0} {more} is still open, and nothing is held for it. Cancel it in Kite, or it opens a short position.',
  'The broker accepted orders {words} and confirms none of them. Check the position in Kite and sell it there if it is still open.',
  '{0} units of {words} are still held, though their trade was closed. Its stop-loss order stays active: check the position in Kite.',
  'The broker accepted the entry in {words} and does not say what became of it.',
  'The broker neither changes nor ends order {0}.',
  'The position could not be sold in the usual steps; still trying.',
  'The broker did not answer our order to buy {0} {words}, and its order book does not show it. Check your orders in Kite.',
]

/** What the server and the domain say on these screens. Numbers are placeholders: see lib/served-text.ts. */
export const texts: readonly string[] = [...ofPlans, ...ofComparison, ...ofAlarms]
