/** When accounts are first checked on a trading day, in minutes after midnight in India: an hour before the open. */
export const MORNING_FROM_MINUTE = 8 * 60 + 15
