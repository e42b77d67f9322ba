import { OPERATOR } from '../secrets/vault.ts'

/** Where sealed values lie. A test compares this list with the store's own catalogue. */
export interface SealedTable {
  readonly table: 'broker_links' | 'feed_session' | 'vapid_keys'
  /** The column that names the owner of the row's secrets; or the one owner of all of them. */
  readonly owner: { readonly column: 'user_id' } | { readonly id: string }
  /** Each column, and the field its values are sealed as. */
  readonly columns: Readonly<Record<string, string>>
}

export const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: 'broker_links',
    owner: { column: 'user_id' },
    columns: {
      api_key: 'api_key',
      api_secret: 'api_secret',
      access_token: 'access_token',
      // The same value, moved aside when the user disconnects.
      exit_token: 'access_token',
    },
  },
  {
    table: 'feed_session',
    owner: { id: OPERATOR },
    columns: { api_key: 'api_key', api_secret: 'api_secret', access_token: 'access_token' },
  },
  { table: 'vapid_keys', owner: { id: OPERATOR }, columns: { private_key: 'vapid_private_key' } },
]
