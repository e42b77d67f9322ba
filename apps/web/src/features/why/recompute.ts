import { SIGNALS_VERSION } from '@strikewise/signals/registry/params.ts'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { hashedText } from '@strikewise/public-log/log-entry.ts'
import type { DecisionEntryBody } from '@strikewise/public-log/entry-bodies.ts'
import { recomputed, type RecomputedDecision } from '@strikewise/public-log/recomputed-decision.ts'
import type { DecisionEntryBodyV1 } from '@strikewise/public-log/version-1.ts'
import type { WhyReply } from '@strikewise/wire/public-log.ts'
import { sha256 } from '../../lib/hash.ts'

/** What running the engine again over an entry's inputs has shown. Hashes are of the canonical JSON of what is compared. */
export type Recomputed =
  | ({ readonly outcome: 'equal'; readonly hash: string; readonly version: string } & Pick<
      RecomputedDecision,
      'compared'
    >)
  | { readonly outcome: 'differs'; readonly recorded: string; readonly computed: string }
  /** The decision was made by another version of the engine than this page has. */
  | { readonly outcome: 'other_version'; readonly recorded: string; readonly here: string }
  /** The entry's hash is not the one of what it shows. */
  | { readonly outcome: 'entry_changed' }

/**
 * Makes a recorded decision again, here, from its recorded inputs, with the engine this page was built with: the very
 * code that runs at the market. `engine` is that code's version. Throws when the inputs cannot be read.
 */
export async function recompute(
  entry: NonNullable<WhyReply['entry']>,
  engine: string = SIGNALS_VERSION,
): Promise<Recomputed> {
  if ((await sha256(hashedText(entry))) !== entry.hash) return { outcome: 'entry_changed' }
  // Written by canonicalJson from this type, and its hash has just been checked.
  const body = JSON.parse(entry.body) as DecisionEntryBody | DecisionEntryBodyV1
  const { decision } = body
  if (decision.version !== engine) return { outcome: 'other_version', recorded: decision.version, here: engine }
  const { compared, ...both } = recomputed(body)
  const [recorded, computed] = [await sha256(canonicalJson(both.recorded)), await sha256(canonicalJson(both.computed))]
  return recorded === computed
    ? { outcome: 'equal', hash: recorded, version: decision.version, compared }
    : { outcome: 'differs', recorded, computed }
}
