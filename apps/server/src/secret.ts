// @invariant no-secret-leaves
import { Secret as ProtocolSecret } from '@strikewise/domain/text/secret.ts'

/** A value that prints as `[secret]` in every output. Only adapters call `reveal`. */
export class Secret extends ProtocolSecret {
  /** What may be shown of it: the last four characters, or nothing of a value too short to hide. */
  lastFour(): string | null {
    const value = this.reveal()
    return value.length >= 8 ? value.slice(-4) : null
  }
}
