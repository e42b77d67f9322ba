/** Planted secrets by name, looked for in every form in which they might leave. */
export class Canaries {
  readonly #forms = new Map<string, readonly string[]>()

  plant(name: string, value: string): string {
    // A short one is found in what is no secret.
    if (value.length < 8) throw new Error(`the canary ${name} is too short`)
    const bytes = Buffer.from(value)
    const base64 = bytes.toString('base64').replace(/=+$/, '')
    this.#forms.set(name, [
      ...new Set([value, encodeURIComponent(value), bytes.toString('hex'), base64, bytes.toString('base64url')]),
    ])
    return value
  }

  /** The names of those found in `text`. */
  foundIn(text: string): string[] {
    return [...this.#forms].flatMap(([name, forms]) => (forms.some((form) => text.includes(form)) ? [name] : []))
  }

  get names(): string[] {
    return [...this.#forms.keys()]
  }
}
