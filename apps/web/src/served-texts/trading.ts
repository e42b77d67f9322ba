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

/** What each agent can say, and what is said of one that failed. */
const agents = [
  ...Object.values(IMPLEMENTATIONS).flatMap(({ explanations }) => Object.values(explanations).flat()),
  'This agent failed on its last input and stays out until the next.',
]

export const texts: readonly string[] = [...labels, ...agents, ...days, ...noTrade, ...flips]
