import { SHARDS } from '../lease/shard.ts'
import type { Lease, LeasePort } from '../ports.ts'

/** The shards of an executor that has no other beside it, under one lease: all of them, or those that are named. */
export function heldShards(
  lease: () => Lease | Promise<Lease>,
  shards: Iterable<number> = Array.from({ length: SHARDS }).keys(),
): LeasePort {
  return {
    join(listener) {
      void Promise.resolve(lease()).then((held) => {
        listener.took(new Map([...shards].map((shard) => [shard, held])))
      })
      return { leave: async () => undefined, recheck: () => undefined }
    },
  }
}
