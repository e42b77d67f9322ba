/** A map that drops what was added first when it would hold more than `limit`. */
export class BoundedMap<K, V> {
  readonly #limit: number
  readonly #values = new Map<K, V>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#values.size
  }

  get(key: K): V | undefined {
    return this.#values.get(key)
  }

  has(key: K): boolean {
    return this.#values.has(key)
  }

  set(key: K, value: V): void {
    this.#values.set(key, value)
    if (this.#values.size > this.#limit) this.#values.delete(this.#values.keys().next().value!)
  }

  delete(key: K): void {
    this.#values.delete(key)
  }
}
