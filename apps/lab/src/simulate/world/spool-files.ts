import type { SpoolPort } from '@strikewise/execution/ports.ts'
import type { Batch } from '@strikewise/execution/store/change.ts'

/** The local files of all machines: what lies on one is unknown to the processes of another. */
export class SpoolFiles {
  readonly #machines = new Map<number, Map<string, Batch[]>>()
  readonly #epochs = new Map<string, number>()

  /** What lies on one machine. */
  on(machine: number): SpoolPort {
    const files = this.#machines.getOrInsertComputed(machine, () => new Map())
    return {
      append: async (account, batch) => {
        files.set(account, [...(files.get(account) ?? []), batch])
        this.#epochs.set(batch.id, batch.epoch)
      },
      read: async (account) => ({ batches: files.get(account) ?? [], damagedLines: 0 }),
      clear: async (account, epoch) => {
        const others = (files.get(account) ?? []).filter((batch) => batch.epoch !== epoch)
        files.set(account, others)
      },
    }
  }

  /** Machines on which anything waits to be brought in. */
  waiting(): number[] {
    const waiting: number[] = []
    for (const [machine, files] of this.#machines)
      for (const batches of files.values())
        if (batches.length > 0) {
          waiting.push(machine)
          break
        }
    return waiting
  }

  /** The epoch of a batch that ever lay in a file, brought in or not. */
  epochOf(batchId: string): number | undefined {
    return this.#epochs.get(batchId)
  }

  /** What waits of an account, on whichever machine. */
  get(account: string): readonly Batch[] {
    let all: readonly Batch[] = []
    for (const files of this.#machines.values()) {
      const some = files.get(account)
      if (some !== undefined && some.length > 0) all = all.length === 0 ? some : [...all, ...some]
    }
    return all
  }
}
