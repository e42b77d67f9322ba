import { createStore } from '../../lib/store.ts'
import type { TicketContract } from '../ticket/ticket-request.ts'

/** The contract whose panel is open; undefined: none. */
export const contractRequest = createStore<TicketContract | undefined>(undefined)

export const openContract = (contract: TicketContract): void => contractRequest.set(contract)
export const closeContract = (): void => contractRequest.set(undefined)
