import texts from '@strikewise/messages/catalogue/en/labels-agents.json'
import { labelSet } from '../lib/message-family.ts'

/** What an agent looks at. */
export const agentReadsText = labelSet('agent_reads', texts)
/** What an agent says of it. */
export const agentGivesText = labelSet('agent_gives', texts)
