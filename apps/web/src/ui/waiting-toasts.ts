import { createStore } from '../lib/store.ts'

export type ToastKind = 'success' | 'error' | 'info'

/** A toast that was asked for and is not shown by the list yet. */
export interface WaitingToast {
  readonly kind: ToastKind
  readonly text: string
}

export const waitingToasts = createStore<readonly WaitingToast[]>([])
