/** The broker of live links and its trading screen, as texts name them. */
export const BROKER_NAMES = { broker: 'Zerodha', portal: 'Kite' } as const
