import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { createStore } from '../../lib/store.ts'

/** The contract that a ticket is opened for. Of several expiries the nearest, where none is named. */
export interface TicketContract {
  readonly symbol: IndexSymbol
  readonly strike: number
  readonly side: OptionSide
  readonly expiry?: string
}

/** The contract whose ticket is open; undefined: none. */
export const ticketRequest = createStore<TicketContract | undefined>(undefined)

export const openTicket = (contract: TicketContract): void => ticketRequest.set(contract)
export const closeTicket = (): void => ticketRequest.set(undefined)
