import { createStore } from '../../lib/store.ts'

/** What the user is asked to confirm, or wants to see. */
export type ActRequest = 'pause' | 'resume' | 'shortcuts'

/** The act in question now. Buttons in the header and in the bar of phones, and keys, open the same dialog. */
export const actRequest = createStore<ActRequest | undefined>(undefined)

export const requestAct = (request: ActRequest): void => actRequest.set(request)
export const endRequest = (): void => actRequest.set(undefined)
