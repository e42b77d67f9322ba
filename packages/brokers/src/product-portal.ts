import type { BrokerPortal } from './broker-portal.ts'
import { ZERODHA_PORTAL } from './zerodha/portal.ts'

/** What screens show of the product's broker: the `portal` of its definition, without the rest of it. */
export const BROKER_PORTAL: BrokerPortal = ZERODHA_PORTAL
