import type { OfflineJournalPort } from '@strikewise/execution/ports.ts'
import type { Batch } from '@strikewise/execution/store/account-changes.ts'
import { offlineJournal, type JournalFolder } from '@strikewise/execution/store/offline-journal.ts'
import type { Chooser } from '../chance/chooser.ts'
import { damage, type FileContent } from './damaged-file.ts'

/** What the journal keeps for a person to look at. */
const SET_ASIDE = '.damaged'

/** The files of one machine, and the batches that were written to them and can still be read. */
interface Machine {
  readonly files: Map<string, FileContent>
  /** Names of files that were damaged. */
  readonly damaged: Set<string>
  /** Those of them that the disk did not let be renamed: all they give back was brought in, until something is added. */
  readonly left: Set<string>
  readonly lying: Map<string, readonly Batch[]>
  readonly port: OfflineJournalPort
}

/** Batches that a damaged file does not give back. */
interface LostBatches {
  readonly account: string
  readonly batches: readonly Batch[]
}

/**
 * The local files of all machines: what lies on one is unknown to the processes of another, unless a copy of its disk comes
 * to lie there. They are bytes, written and read by the program's own journal; as a process reads them they may be damaged.
 */
export class OfflineJournalFiles {
  readonly #chooser: Chooser
  readonly #machines = new Map<number, Machine>()
  readonly #written = new Map<string, Batch>()
  readonly lost: LostBatches[] = []

  constructor(chooser: Chooser) {
    this.#chooser = chooser
  }

  /** What lies on one machine. */
  on(machine: number): OfflineJournalPort {
    const own = this.#machineOf(machine)
    const { lying, port } = own
    return {
      append: async (account, batch) => {
        await port.append(account, batch)
        lying.set(account, [...(lying.get(account) ?? []), batch])
        this.#written.set(batch.id, batch)
      },
      read: async (account) => {
        await this.#copyOthers(machine, account)
        this.#damage(own, account)
        const content = await port.read(account)
        return { ...content, batches: content.batches.map((batch) => this.#original(batch)) }
      },
      clear: async (account, epoch) => {
        await port.clear(account, epoch)
        const others = (lying.get(account) ?? []).filter((batch) => batch.epoch !== epoch)
        lying.set(account, others)
      },
    }
  }

  /** Machines on which anything waits to be brought in. */
  waiting(): number[] {
    const waiting: number[] = []
    for (const [machine, { files, left }] of this.#machines)
      if (files.keys().some((name) => !name.endsWith(SET_ASIDE) && !left.has(name))) waiting.push(machine)
    return waiting
  }

  /** Whether anything of the account waits on the machine. */
  isWaiting(machine: number, account: string): boolean {
    const hex = Buffer.from(account).toString('hex')
    const { files, left } = this.#machineOf(machine)
    return files.keys().some((name) => name.startsWith(`${hex}.`) && !name.endsWith(SET_ASIDE) && !left.has(name))
  }

  /** The epoch of a batch that ever lay in a file, brought in or not. */
  epochOf(batchId: string): number | undefined {
    return this.#written.get(batchId)?.epoch
  }

  /** What waits of an account, on whichever machine. */
  get(account: string): readonly Batch[] {
    let all: readonly Batch[] = []
    for (const { lying } of this.#machines.values()) {
      const some = lying.get(account)
      if (some !== undefined && some.length > 0) all = all.length === 0 ? some : [...all, ...some]
    }
    return all
  }

  /** What was written, where that is what was read: the checker knows a row again by its object. */
  #original(read: Batch): Batch {
    const written = this.#written.get(read.id)
    return written !== undefined && JSON.stringify(written) === JSON.stringify(read) ? written : read
  }

  #machineOf(machine: number): Machine {
    return this.#machines.getOrInsertComputed(machine, () => {
      const files: Machine['files'] = new Map()
      const left = new Set<string>()
      const port = offlineJournal(folderOf(files, left, this.#renameRefused()))
      return { files, damaged: new Set(), left, lying: new Map(), port }
    })
  }

  /** Whether a disk refuses to rename a file, at each try: once, or from then on. */
  #renameRefused(): (name: string) => boolean {
    const always = new Set<string>()
    return (name) => {
      if (always.has(name)) return true
      const way = this.#chooser.choose('journal_rename_refused', accountOf(name))
      if (way === 2) always.add(name)
      return way !== 0
    }
  }

  /** Two machines have changed names or disks: what the other wrote of an account lies here too, as it was just now. */
  async #copyOthers(machine: number, account: string): Promise<void> {
    const own = this.#machineOf(machine)
    // What is written to a file whose end is zeros takes their place.
    if (own.damaged.size > 0) return
    for (const [of, { lying }] of this.#machines) {
      const before = own.lying.get(account) ?? []
      const batches = of === machine ? [] : (lying.get(account) ?? []).filter((batch) => !before.includes(batch))
      if (batches.length === 0 || this.#chooser.choose('journal_of_another', account) === 0) continue
      for (const batch of batches) await own.port.append(account, batch)
      own.lying.set(account, [...before, ...batches])
    }
  }

  /** The disk has lost something of the newest file of an account. */
  #damage({ files, lying, damaged }: Machine, account: string): void {
    const batches = lying.get(account) ?? []
    const epoch = batches.at(-1)?.epoch
    const hex = Buffer.from(account).toString('hex')
    const name = files.keys().find((one) => one.startsWith(`${hex}.`) && one.endsWith(`.${epoch}.jsonl`))
    if (name === undefined || damaged.has(name)) return
    const way = this.#chooser.choose('journal_damaged', account)
    if (way === 0) return
    damaged.add(name)
    const { content, lost } = damage(files.get(name) as Uint8Array, way)
    files.set(name, content)
    const lines = batches.filter((batch) => batch.epoch === epoch)
    const lostLines = new Set(lost.map((line) => lines[line]!))
    this.lost.push({ account, batches: [...lostLines] })
    lying.set(
      account,
      batches.filter((batch) => !lostLines.has(batch)),
    )
  }
}

/** Whose file it is. */
function accountOf(name: string): string {
  return Buffer.from(name.split('.')[0]!, 'hex').toString()
}

/** A folder in memory. `left`: the files in it that could not be renamed. */
function folderOf(
  files: Map<string, FileContent>,
  left: Set<string>,
  isRenameRefused: (name: string) => boolean,
): JournalFolder {
  return {
    names: async () => [...files.keys()],
    read: async (name) => {
      const content = files.get(name)
      if (content === 'unreadable') throw new Error('EIO')
      return content
    },
    append: async (name, line, wholeLength) => {
      const before = files.get(name) ?? new Uint8Array()
      if (before === 'unreadable') throw new Error('EIO')
      files.set(name, Buffer.concat([before.subarray(0, wholeLength(before)), Buffer.from(line)]))
      left.delete(name)
    },
    rename: async (from, to) => {
      if (isRenameRefused(from)) {
        left.add(from)
        throw new Error('EROFS')
      }
      left.delete(from)
      files.set(to, files.get(from)!)
      files.delete(from)
    },
    remove: async (name) => void files.delete(name),
  }
}
