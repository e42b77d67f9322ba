import { networkInterfaces } from 'node:os'
import type { RunningAccount } from './armed-accounts.ts'

/** Whether the calls of every account can leave from this machine. */
export class EgressHere {
  readonly #addresses: () => ReadonlySet<string>
  #hasAll = false

  /** `addresses`: those of this machine. */
  constructor(addresses: () => ReadonlySet<string> = addressesOfMachine) {
    this.#addresses = addresses
  }

  /** False before the accounts were read once. */
  get hasAll(): boolean {
    return this.#hasAll
  }

  /** The accounts that are traded now. */
  setAccounts(accounts: readonly Pick<RunningAccount, 'egressAddress'>[]): void {
    const here = this.#addresses()
    this.#hasAll = accounts.every(({ egressAddress }) => egressAddress === null || here.has(egressAddress))
  }
}

function addressesOfMachine(): ReadonlySet<string> {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return new Set(interfaces.map(({ address }) => address))
}
