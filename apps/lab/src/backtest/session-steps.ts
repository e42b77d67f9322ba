/** Steps of a session: the index moves twice a second, as the sandbox plays it. */
export const STEP_MS = 500
export const STEPS_A_MINUTE = 120
