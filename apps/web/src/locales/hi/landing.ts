import agent from '@strikewise/messages/catalogue/hi/agent.json'
import { messages as texts } from './landing.po'

/** With the names of the agents, of whose decision the start page shows one. */
export const messages = { ...texts, ...agent }
