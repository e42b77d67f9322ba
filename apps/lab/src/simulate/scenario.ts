import type { FaultDecision } from './chance/chooser.ts'
import type { SessionShape } from './session/shape.ts'

/** A session, and what goes wrong in it. */
export interface FaultySession {
  readonly shape: SessionShape
  readonly decisions: readonly FaultDecision[]
}

/** A session cut down to what it takes, as it is saved: it runs for ever. */
export interface Scenario extends FaultySession {
  /** The invariant it broke when it was found. */
  readonly broke: string
  /** The planted bugs that it is there for, by name: seeds rarely show them. */
  readonly catches?: readonly string[]
}
