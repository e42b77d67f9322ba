import type { MasterKey } from '../secrets/master-key.ts'

const PURPOSE = 'identity'

/** What signs cookies of identity and keys its counts: 32 bytes, of the present master key. */
export function identitySecret(master: MasterKey): Buffer {
  return master.derive(PURPOSE)
}

/**
 * The identity library's own secrets: the first one signs and encrypts, all of them decrypt. Each is called by the number of
 * its master key.
 */
export interface LibrarySecrets {
  /** Opens what was encrypted before there were numbers. */
  readonly secret: string
  readonly secrets: { readonly version: number; readonly value: string }[]
}

export function librarySecrets(master: MasterKey): LibrarySecrets {
  const values = master.deriveAll(PURPOSE).map((key) => key.toString('base64url'))
  return {
    secret: values.at(-1)!,
    secrets: values.map((value, at) => ({ version: master.ids[at]!, value })),
  }
}
