import { createStore } from '../../lib/store.ts'

/** Whether the terms were ticked on the plan's page just left for the payment page. */
export const termsTicked = createStore(false)
