/** Whatever yields a secret when asked; product code passes its own kind, tests a string. */
export interface Revealable {
  reveal(): string
}

/** A secret that cannot be printed by accident: logs, JSON and inspection show `[secret]`. */
export class Secret implements Revealable {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  /** The value itself. Only for the line that writes it to the broker or seals it for the store. */
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return '[secret]'
  }
  toJSON(): string {
    return '[secret]'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]'
  }
}

/** The text of either form. */
export function revealed(secret: string | Revealable): string {
  return typeof secret === 'string' ? secret : secret.reveal()
}
