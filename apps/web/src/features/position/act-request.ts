import { createStore } from '../../lib/store.ts'

/** All trades were asked to exit. */
export interface ExitsUnderWay {
  /** An order that enters a trade was under way as well: it can still buy, so nothing is called flat. */
  readonly isEntering: boolean
}

/** What the user is asked to confirm, or wants to see. */
export type ActRequest = 'pause' | 'resume' | 'exit_all' | 'shortcuts' | ExitsUnderWay

/** The act in question now. Buttons in the header and in the bar of phones, and keys, open the same dialog. */
export const actRequest = createStore<ActRequest | undefined>(undefined)

export const requestAct = (request: ActRequest): void => actRequest.set(request)
export const endRequest = (): void => actRequest.set(undefined)
