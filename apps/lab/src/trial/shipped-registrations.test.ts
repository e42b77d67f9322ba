import { SHIPPED_REGISTRATIONS } from '@strikewise/signals/learning/shipped-registrations.ts'
import { expect, it } from 'vitest'
import { readCandidate, registrationOf } from '../backtest/trials-log/registration.ts'

it.each(SHIPPED_REGISTRATIONS)('$candidate.name is registered as it stands, before its sessions', (registration) => {
  const { hash, day, candidate } = registration
  expect(registrationOf(readCandidate(JSON.stringify(candidate)), day)).toMatchObject({ hash, day, candidate })
})
