import evidence from './agent-evidence.json' with { type: 'json' }
import type { AgentSummary } from './agent-summary.ts'

/** What `npm run evidence -- --guide` found, as it is checked in: the guide to the agents is written from it. */
export interface AgentEvidence {
  /** Version of the rules that were measured. */
  readonly version: string
  /** SHA-256 over all figures of the run. */
  readonly digest: string
  readonly agents: readonly AgentSummary[]
}

// A JSON module's texts have the type string.
export const AGENT_EVIDENCE = evidence as unknown as AgentEvidence
