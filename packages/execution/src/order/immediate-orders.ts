import type { BrokerProfile } from '../broker-profile.ts'
import type { OrderTerms } from './order.ts'

/** Terms of a new order as the broker takes them: an immediate one is a DAY order where it knows no other. */
export function asTaken(terms: OrderTerms, { immediateOrCancel }: BrokerProfile): OrderTerms {
  if (immediateOrCancel || terms.kind !== 'LIMIT' || terms.validity !== 'IOC') return terms
  return { ...terms, validity: 'DAY' }
}
