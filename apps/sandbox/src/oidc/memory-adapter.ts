import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Sessions, codes and tokens kept a kind; the oldest are dropped first. */
const MAX_STORED = 2000

/** The provider's storage, in memory: one object a kind of thing (sessions, codes, grants and so on). */
export class MemoryAdapter implements Adapter {
  readonly #items = new Map<string, { payload: AdapterPayload; expiresAt: number }>()

  upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    this.#items.delete(id)
    const expiresAt = expiresIn > 0 ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY
    this.#items.set(id, { payload, expiresAt })
    if (this.#items.size > MAX_STORED) this.#items.delete(this.#items.keys().next().value!)
    return Promise.resolve()
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    const item = this.#items.get(id)
    return Promise.resolve(item !== undefined && item.expiresAt > Date.now() ? item.payload : undefined)
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere((payload) => payload.uid === uid)
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere((payload) => payload.userCode === userCode)
  }

  consume(id: string): Promise<void> {
    const item = this.#items.get(id)
    if (item !== undefined) item.payload.consumed = Math.floor(Date.now() / 1000)
    return Promise.resolve()
  }

  destroy(id: string): Promise<void> {
    this.#items.delete(id)
    return Promise.resolve()
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#items) if (payload.grantId === grantId) this.#items.delete(id)
    return Promise.resolve()
  }

  #findWhere(matches: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> {
    for (const { payload, expiresAt } of this.#items.values())
      if (expiresAt > Date.now() && matches(payload)) return Promise.resolve(payload)
    return Promise.resolve(undefined)
  }
}
