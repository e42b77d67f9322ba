import type { AccountId } from '../ports.ts'

/** How many shards the accounts are divided into. Never changed: executors that counted differently would both trade an account. */
export const SHARDS = 64

/**
 * The shard an account belongs to: 0 to 63, by its id alone. Every executor must answer alike, whatever its version, so
 * the hash is never changed: FNV-1a over the UTF-16 units, then the finaliser of MurmurHash3.
 */
export function shardOf(account: AccountId): number {
  return stableHash(account) % SHARDS
}

/** The name of a shard's lease in the store. */
export function shardLeaseName(shard: number): string {
  return `trader/${shard}`
}

/**
 * The shards that fall to `executor` among those that are live: each shard goes to the one whose name hashes highest with
 * it (rendezvous hashing). When an executor comes or goes only the shards move that it takes or had.
 */
export function shardsOf(executor: string, executors: readonly string[]): readonly number[] {
  const shards: number[] = []
  for (let shard = 0; shard < SHARDS; shard += 1) if (ownerOf(shard, executors) === executor) shards.push(shard)
  return shards
}

function ownerOf(shard: number, executors: readonly string[]): string | undefined {
  let owner: string | undefined
  let highest = -1
  for (const executor of executors) {
    const score = stableHash(`${shard} ${executor}`)
    // Of two that hash alike the later name counts, so that all executors agree.
    if (score < highest || (score === highest && owner !== undefined && executor < owner)) continue
    owner = executor
    highest = score
  }
  return owner
}

function stableHash(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
