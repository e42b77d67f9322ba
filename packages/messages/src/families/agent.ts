/** Reasons that any agent can give. */
export type AgentReason = { readonly code: 'agent.failed' } | { readonly code: 'agent.no_filter' }
