import type { BrokerDefinition } from './broker-definition.ts'
import { ZERODHA } from './zerodha/definition.ts'

/** The broker whose accounts the product trades and whose feed it reads. */
export const BROKER: BrokerDefinition = ZERODHA
