import { BROKER_PORTAL } from '@strikewise/brokers/product-portal.ts'

/** Names of the broker whose accounts are traded, as texts take them: of itself, and of the screen with its orders. */
export const { broker, portal } = BROKER_PORTAL.names
/** The title of its interface for programs. */
export const brokerApi = BROKER_PORTAL.api
/** Where its users make keys for programs. */
export const developerConsole = BROKER_PORTAL.console.name
/** Where its users add cash. */
export const { fundsUrl } = BROKER_PORTAL
/** The query parameter of its redirect that holds the token a login is completed with. */
export const { redirectParameter } = BROKER_PORTAL
/** What it takes for one executed order. */
export const { brokerage } = BROKER_PORTAL
/** Minute of the day, IST, at which a login ends at the latest: where the broker names none, a login is used on its day alone. */
export const loginEndsAt = BROKER_PORTAL.tokenEndsAt ?? 0
