/** The short code of a message: `price_stale` of `refusal.price_stale.none`. */
export type ReasonOf<C extends string> = C extends `${string}.${infer R}.${string}`
  ? R
  : C extends `${string}.${infer R}`
    ? R
    : never

/**
 * The part of a message's code (`family.reason` or `family.reason.variant`) between its first and second full stop: what rows,
 * metrics, keys of notices and older clients know the message by.
 */
export function reasonOf<C extends string>(code: C): ReasonOf<C> {
  return code.split('.')[1] as ReasonOf<C>
}
