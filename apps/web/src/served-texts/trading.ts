import { IMPLEMENTATIONS } from '@strikewise/domain/agents/implementations.ts'
import { AGENTS, VOTING_AGENTS } from '@strikewise/domain/agents/registry.ts'
import { CORE_AGENTS, OPPOSING_AGENTS } from '@strikewise/domain/decision/decision-text.ts'
import { FIXED_HOLIDAYS, HOLIDAYS, SPECIAL_SESSIONS } from '@strikewise/domain/time/nse-days.ts'

/*
 * What the domain and the server say on the trading screens. Numbers are placeholders, in their order; `{parts}` and
 * `{clauses}` stand for texts of this list in a row, `{sentence}` for one of them, `{words}` for what is shown as it
 * came: see lib/served-text.ts. `scripts/texts/served-trading.test.ts` finds what the sources say and this list lacks.
 */

const labels = [
  // Bias, regime, and where an agent's input comes from.
  ['N/A', 'Bullish', 'Bearish', 'Neutral', 'Blocked', 'Unblocked'],
  ['bullish', 'bearish', 'neutral', 'blocked', 'unblocked'],
  ['bullish {0}', 'bearish {0}'],
  ['range', 'trend up', 'trend down', 'transition'],
  ['five-minute bars', 'one-minute bars', 'option chain', 'FII and DII figures', 'calendar, clock, feed and market'],
  ['live', 'simulated', 'recorded'],
  // Agents, as cards, decisions and the record name them.
  ...AGENTS.map(({ title, about }) => [title, about]),
  ['MACD', 'MACD signal', 'MACD histogram', 'VWAP', 'Time weighted average', 'RSI'],
  // Trades: how one stands.
  ['Open', 'Entering', 'Exiting', 'Closed'],
  // The connection to the trades.
  ['Idle', 'Connecting', 'Live', 'Error', 'Reconnecting...'],
].flat()

/** Checks of the two forms of the trade settings. */
const fields = [
  'Required',
  'Must be a number',
  'Must be a whole number',
  'Must be at least {0}',
  'Must be at most {0}',
  'Must have at most two decimals',
  'Cannot be negative',
]

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What reasons are put together from: days without trading, special sessions, events. */
const days = [
  'Weekend',
  ...new Set([...HOLIDAYS.map(({ name }) => name), ...Object.values(FIXED_HOLIDAYS)]),
  ...new Set(SPECIAL_SESSIONS.map(({ name }) => name)),
  'RBI policy decision',
  'Interim Union Budget',
  'Union Budget',
  'Count of the general election',
]

/** Agents that vote, as the engine's sentences name them. */
const VOTERS = VOTING_AGENTS.map(({ inSentences }) => inSentences)

const noTrade = [
  'The market block has not been evaluated lately.',
  'The market moves sideways: no trades in a range.',
  'The index jumped: no entry for a minute, and not before spreads are narrow again.',
  'Only {0} of the weight is up to date, {1} is needed (old: {parts}).',
  ...VOTERS,
  'The score is {0}, it needs {1} either way.',
  'The score must hold for a second minute.',
  ...['up', 'down'].map((way) => `Only {0} of the ${CORE_AGENTS.listed} agents point ${way}, {1} are needed.`),
  ...VOTERS.map((agent) => `${agent} points the other way with {0}.`),
  ...['call', 'put'].flatMap((kind) => [
    `No ${kind} to buy: options are dearer than on {0} % of past days.`,
    `No ${kind} to buy: none has a delta of {0} to {1} and a known volatility.`,
    `No ${kind} to buy: the expiry that entries use today is not listed.`,
    `No ${kind} is liquid enough to buy: {parts}.`,
  ]),
  '{0} × premium out of range or without a bid and ask',
  '{0} × spread too wide',
  '{0} × too little offered',
  '{0} × too little open interest',
  '{0} × too little traded today',
  '{0} × quote too old',
]

const flips = [
  'A minute passes without a jump, and spreads near the money are narrow again.',
  'The sideways detector leaves its range.',
  'The agents that are out of date get fresh data.',
  'The score holds for one more minute.',
  `One more of the ${CORE_AGENTS.listed} agents points the same way.`,
  'A contract near the money becomes liquid enough.',
  'This no longer holds: {sentence}',
  'More than one agent turns to the same side.',
  ...VOTERS.map(capital).flatMap((agent) => [
    ...['bullish', 'bearish'].flatMap((way) => [
      `${agent} at {0} ${way} (now {parts}).`,
      `${agent} under {0} ${way} (now {parts}).`,
    ]),
    `${agent} stops pointing the other way (now {parts}).`,
  ]),
  `The ${OPPOSING_AGENTS.listed} agent pointing up with {0} or more.`,
  `The ${OPPOSING_AGENTS.listed} agent pointing down with {0} or more.`,
  'A range, a jump of the index, or any rule of the market block.',
]

const refusals = [
  'Your account settings could not be read, so nothing was bought.',
  'Entries are stopped for all accounts by the operator.',
  'You have paused new entries.',
  'Our records of your account and the broker’s do not match. Entries are paused until the next session; exits go on.',
  'Live order placement is switched off on this service.',
  'Your plan has expired. Renew it to trade again.',
  'Your plan does not include auto execution.',
  'Your plan does not trade this index.',
  'Consent to auto execution is missing.',
  'Auto execute is off for this index.',
  'The broker account is not connected.',
  'Your broker login has expired. Log in again to trade today.',
  'No network address is registered for your broker link yet.',
  'Our clock and the broker’s differ by more than two seconds.',
  'The contract of the decision has expired.',
  'The entry window is closed.',
  'The market block was on when the decision was made.',
  'The signal is dated {0} seconds ahead of our clock.',
  'The signal was {0} seconds old; it can be traded for {1} seconds.',
  'This decision was already acted on.',
  'Your daily loss limit is reached. Entries resume in the next session.',
  'Three losing trades in a row: entries resume in the next session.',
  'An earlier order is still being confirmed with the broker.',
  'Your plan allows {0} active trade at a time.',
  'Your plan allows {0} active trades at a time.',
  'There is already a position in this index.',
  'There are already {0} positions in this index, as many as you allow.',
  "Today's limit of {0} entries in this index is reached.",
  'Waiting {0} minute after the last exit.',
  'Waiting {0} minutes after the last exit.',
  'After a stop there is one second attempt, and no more than two a day.',
  'After a stop a second attempt needs a score of {0} or more.',
  'A second attempt after a stop takes half the size, which is less than one lot.',
  'There was no usable price for the contract.',
  'The price was {0} seconds old; the limit is {1} seconds.',
  'The price moved more than {0} % above the decision.',
  'Your trading capital is not known. Enter it in the risk settings.',
  'The free cash at the broker could not be read.',
  "Today's number of orders is used up; what is left is kept for exits.",
  'No lots are set for this symbol.',
  'The measured results show no edge, so automatic trading is offered on paper only.',
  'The planned worst loss of ₹{0} is more than the ₹{1} left of today’s loss cap.',
  'The planned worst loss of ₹{0} is more than the -₹{1} left of today’s loss cap.',
  'The order needs ₹{0}; half of the free cash is ₹{1}.',
  'The order needs ₹{0}; half of the free cash is -₹{1}.',
  'The order of {0} units is above the {1} that the offers allow.',
  'The order of {0} units is above the exchange’s limit of {1} for one order.',
  'One lot can lose ₹{0}; the risk budget is ₹{1}.',
]

const remedies = [
  'No action needed: the next signal is evaluated on its own. Contact support if this continues.',
  'No action needed: entries resume when the operator releases the stop.',
  'Resume entries when you want to trade again.',
  'Compare your positions with the broker, and contact support.',
  'This service places no live orders. Disconnect and trade on paper instead.',
  'Renew your plan.',
  'Take a plan with auto execution, or trade on paper.',
  'Take a plan that trades this index.',
  'Agree to auto execution when you save your trade settings; a live account asks for a sentence to be typed.',
  'Switch auto execute on for this index.',
  'Connect your trading account.',
  'Connect again: tokens last until {0} AM.',
  'Ask support for the network address of your broker link.',
  'No action needed: entries resume when the clocks agree again.',
  'No action needed: entries are made while the window is open.',
  'No action needed: the next decision names a contract that still trades.',
  'No action needed: the block ends by itself.',
  'No action needed: the next signal is evaluated on its own.',
  'No action needed: each decision is traded once.',
  'No action needed today. The limits of the next session are in your risk settings.',
  'No action needed: entries resume when the broker has answered for the earlier order.',
  'Wait until the open trade is closed, or take a plan that allows more.',
  'Wait until the open position is closed.',
  'Raise the number of entries in your risk settings for another day.',
  'No action needed: it ends by itself.',
  'No action needed: a stop is answered with one smaller attempt, at most twice a day.',
  'No action needed: a second attempt needs a stronger signal.',
  'A second attempt is half the size: set two lots or more to have one.',
  'No action needed: a price that ran away is not chased.',
  'Enter your capital in the risk settings.',
  'Check that your trading account is connected and answers.',
  'No action needed: the count starts again the next day.',
  'Set at least one lot for this index.',
  'Trade on paper until your record shows an edge.',
  'Use fewer lots, or declare more capital in the risk settings.',
  'Add cash to the account: option buying needs cash, not collateral.',
  'No action needed: too few units were on offer.',
  'Use fewer lots: the exchange limits the size of an order.',
  'Declare more capital in the risk settings, if you have it.',
]

/** What verifying a record may find. */
const damage = [
  'flipped',
  'inserted',
  'deleted',
  'reordered',
  'cut',
  'signature',
  'Entry {0} comes after the root of the next day.',
  'The day ends before entry {0}; its root counts up to {1}.',
  'This line does not belong here.',
  'This root is not what was written.',
  'What this entry says does not fit its hash.',
  'The root counts up to entry {0}; this is more.',
  'Entry {0} stands here and again where it belongs.',
  'Entry {0} stands where entry {1} belongs.',
  'Entry {0} is missing.',
  'Entries {0} to {1} are missing.',
  'This entry does not continue the day before.',
  'Entry {0} is not of this day.',
  'There are two entries {0}; what follows continues the second.',
  'There was an entry {0} already.',
  'This entry was rewritten: what follows continues another one.',
  'There is nothing in it.',
  'This line stands before the root of the day and is no part of the record.',
  'The first line is not the signed root of a day.',
  'The signed root of the day, its first line, is missing.',
  'This entry stands before the root of the day, and again after it.',
  'This entry stands before the root of the day.',
  'This root is signed with another key, {words}.',
  'The signature of this root is not one of what it says.',
  'This root does not count its own entries.',
  'A day is missing: entries {0} to {1}.',
  'This day was there already.',
  'The days are not in order.',
  'This root does not continue the one before it.',
  'The record ends after entry {0}; the root of the day counts up to {1}.',
  'The server answered {0}.',
]

/** What each agent can say, and what is said of one that failed. */
const agents = [
  ...Object.values(IMPLEMENTATIONS).flatMap(({ explanations }) => Object.values(explanations).flat()),
  'This agent failed on its last input and stays out until the next.',
]

export const texts: readonly string[] = [
  ...labels,
  ...fields,
  ...agents,
  ...days,
  ...noTrade,
  ...flips,
  ...refusals,
  ...remedies,
  ...damage,
]
