import type { AgentName } from '@strikewise/signals/registry/registry.ts'
import { AGENT_TITLES } from '../backtest/report/agent-titles.ts'
import { SCORE, SCORE_WITHOUT } from './observe-session.ts'

/** What a series is called on the page. */
export function seriesTitle(series: string): string {
  if (series === SCORE) return 'Score of the voters that read bars'
  if (series.startsWith(SCORE_WITHOUT)) return `Score without ${agentTitle(series.slice(SCORE_WITHOUT.length))}`
  return agentTitle(series)
}

function agentTitle(name: string): string {
  return (AGENT_TITLES as Readonly<Partial<Record<string, string>>>)[name as AgentName] ?? name
}

export function aheadText(ahead: number | null): string {
  return ahead === null ? 'to the close' : `next ${ahead} minutes`
}
