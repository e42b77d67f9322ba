import type { Bus } from '../bus/bus.ts'
import { ROLES, type Role } from '../environment.ts'

/** How often a role that runs reports it; one whose event loop is blocked does not. */
const EVERY_MS = 5000
const SUBJECT = 'metrics.role'

/** Reports that `role` runs, until the returned function is called. */
export function startHeartbeat(bus: Bus, role: Role): () => void {
  const beat = () => bus.publish(SUBJECT, role)
  beat()
  const timer = setInterval(beat, EVERY_MS)
  return () => clearInterval(timer)
}

export interface RoleSilence {
  read(): ReadonlyMap<Role, number>
  close(): void
}

/** For how long no process has reported each role, in real milliseconds; a role without a report counts from the start. */
export function openRoleSilence(bus: Bus, now: () => number = () => performance.now()): RoleSilence {
  const reportedAt = new Map<Role, number>(ROLES.filter((role) => role !== 'web').map((role) => [role, now()]))
  const unsubscribe = bus.subscribe(SUBJECT, (_subject, payload) => {
    const role = [...reportedAt.keys()].find((known) => known === payload)
    if (role !== undefined) reportedAt.set(role, now())
  })
  return {
    read: () => new Map([...reportedAt].map(([role, at]) => [role, now() - at])),
    close: unsubscribe,
  }
}
