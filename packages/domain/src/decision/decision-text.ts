import type { SignalParams } from '../agents/params.ts'
import { AGENTS, VOTING_AGENTS, type AgentName, type VotingAgent } from '../agents/registry.ts'
import type { Contribution, Direction, NoTrade } from './decision.ts'
import type { EngineEvaluation } from './engine.ts'
import type { StrikeChoice, StrikeRefusals } from './entry-plan.ts'

const TITLES = new Map<AgentName, string>(AGENTS.map(({ name, inSentences }) => [name, inSentences]))

/** The agent as sentences name it: 'the candle agent'. */
export function agentTitle(agent: AgentName): string {
  return TITLES.get(agent)!
}

/** Voters that share a rule: their names, and their adjectives in a row. */
interface Group {
  readonly names: ReadonlySet<AgentName>
  readonly listed: string
}

function groupOf(agents: readonly VotingAgent[], conjunction: 'and' | 'or'): Group {
  const adjectives = agents.map(({ role }) => role.adjective)
  const listed = [adjectives.slice(0, -1).join(', '), adjectives.at(-1)].join(` ${conjunction} `)
  return { names: new Set(agents.map(({ name }) => name)), listed }
}

/** At least two of these must point the way of a trade. */
export const CORE_AGENTS = groupOf(
  VOTING_AGENTS.filter(({ role }) => role.isCore),
  'and',
)
/** None of these may point the other way with any force. */
export const OPPOSING_AGENTS = groupOf(
  VOTING_AGENTS.filter(({ role }) => role.canOppose),
  'or',
)

const REFUSED: Readonly<Record<Exclude<keyof StrikeRefusals, 'inRange'>, string>> = {
  price: 'premium out of range or without a bid and ask',
  spread: 'spread too wide',
  quantity: 'too little offered',
  interest: 'too little open interest',
  volume: 'too little traded today',
  old: 'quote too old',
}

/** Why no contract was good enough, in words. */
export function strikeRefusal(
  choice: Extract<StrikeChoice, { found: false }>,
  direction: Direction,
): NoTrade & { readonly code: 'no_liquid_strike' } {
  const kind = direction === 'up' ? 'call' : 'put'
  if (choice.expiryNotListed === true)
    return { code: 'no_liquid_strike', text: `No ${kind} to buy: the expiry that entries use today is not listed.` }
  if (choice.ivTooHigh)
    return { code: 'no_liquid_strike', text: `No ${kind} to buy: options are dearer than on 90 % of past days.` }
  const { inRange, ...counts } = choice.refusals
  if (inRange === 0)
    return {
      code: 'no_liquid_strike',
      text: `No ${kind} to buy: none has a delta of 0.45 to 0.65 and a known volatility.`,
    }
  const why = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${count} × ${REFUSED[reason as keyof typeof REFUSED]}`)
  return { code: 'no_liquid_strike', text: `No ${kind} is liquid enough to buy: ${why.join(', ')}.` }
}

/** What would have to change for the answer to flip. */
export function flipsFor(
  standing: EngineEvaluation,
  noTrade: readonly NoTrade[],
  trades: boolean,
  params: SignalParams['engine'],
): string[] {
  if (trades) return whatWouldStop(standing, params)
  const flips = noTrade.filter(({ code }) => code !== 'score_low' && code !== 'opposed').map(flipOf)
  return [...new Set([...flips, ...whatWouldReach(standing), ...whatOpposes(standing, params)])]
}

function flipOf({ code, text }: NoTrade): string {
  switch (code) {
    case 'spike_pause':
      return 'A minute passes without a jump, and spreads near the money are narrow again.'
    case 'regime_range':
      return 'The sideways detector leaves its range.'
    case 'coverage_low':
      return 'The agents that are out of date get fresh data.'
    case 'unconfirmed':
      return 'The score holds for one more minute.'
    case 'no_agreement':
      return `One more of the ${CORE_AGENTS.listed} agents points the same way.`
    case 'no_liquid_strike':
      return 'A contract near the money becomes liquid enough.'
    default:
      return `This no longer holds: ${text}`
  }
}

/** For each agent that could do it alone: the signed strength that lifts the score to the threshold. */
function whatWouldReach({ score, coverage, threshold, direction, contributions }: EngineEvaluation): string[] {
  if (Math.abs(score) >= threshold - 1e-9 || coverage === 0) return []
  const sign = direction === 'down' ? -1 : 1
  const flips: string[] = []
  for (const contribution of contributions) {
    if (contribution.stale) continue
    const needed = contribution.signed * sign + ((threshold - score * sign) * coverage) / contribution.weight
    if (needed <= 1)
      flips.push(
        `${capital(agentTitle(contribution.agent))} at ${needed.toFixed(2)} ${sign === 1 ? 'bullish' : 'bearish'} (now ${said(contribution)}).`,
      )
  }
  return flips.length > 0 ? flips : ['More than one agent turns to the same side.']
}

function whatOpposes({ direction, contributions }: EngineEvaluation, params: SignalParams['engine']): string[] {
  const sign = direction === 'up' ? 1 : -1
  return contributions
    .filter(({ agent }) => OPPOSING_AGENTS.names.has(agent))
    .filter((contribution) => contribution.signed * sign <= -params.opposing)
    .map(
      (contribution) =>
        `${capital(agentTitle(contribution.agent))} stops pointing the other way (now ${said(contribution)}).`,
    )
}

/** What would have kept this trade out. */
function whatWouldStop(
  { score, coverage, threshold, direction, contributions }: EngineEvaluation,
  params: SignalParams['engine'],
): string[] {
  const sign = direction === 'up' ? 1 : -1
  const flips: string[] = []
  for (const contribution of contributions) {
    if (contribution.stale) continue
    const limit = contribution.signed * sign - ((score * sign - threshold) * coverage) / contribution.weight
    if (limit > -1)
      flips.push(
        `${capital(agentTitle(contribution.agent))} under ${limit.toFixed(2)} ${sign === 1 ? 'bullish' : 'bearish'} (now ${said(contribution)}).`,
      )
  }
  flips.push(
    `The ${OPPOSING_AGENTS.listed} agent pointing ${direction === 'up' ? 'down' : 'up'} with ${params.opposing.toFixed(2)} or more.`,
    'A range, a jump of the index, or any rule of the market block.',
  )
  return flips
}

function said(contribution: Contribution): string {
  return contribution.signed === 0 ? 'neutral' : `${contribution.bias} ${Math.abs(contribution.signed).toFixed(2)}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
