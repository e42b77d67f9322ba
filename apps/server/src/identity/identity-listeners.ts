/** What changed about how an account is guarded. */
export type AccountChange = 'factor_on' | 'factor_off' | 'new_backup_codes' | 'external_linked'

/** Who is called, and awaited, when accounts change in the identity library. */
export interface IdentityListeners {
  /** Called once for each new user of an external sign-in, after the account is there. */
  readonly onUser: (user: { id: string }) => Promise<void>
  /** Called when the owner of an account has proved its address by a mailed link. */
  readonly onProved: (userId: string) => Promise<void>
  /** Called for each change of how an account is guarded, for its owner to know of. */
  readonly onChange: (userId: string, change: AccountChange) => Promise<void>
}
