import { INTENT_KINDS, type IntentKind } from './intent.ts'

/** The broker refuses longer ones (kite-connect §6.2). */
export const TAG_MAX_LENGTH = 20

/** What two digits in base 36 hold. */
export const MAX_ATTEMPTS_SHOWN = 1295

const LETTERS = {
  enter: 'e',
  protect: 's',
  reduce: 'r',
  exit: 'x',
  move: 'm',
  cancel: 'c',
  cover: 'b',
} as const satisfies Record<IntentKind, string>

/** Purpose, an id of full length, attempt. */
const TAG_FORMAT = /^[esrxmcb][0-9a-z]{19}$/

/** Whether a tag is made as ours are, by any party: from an id of all the 17 places a tag has room for. */
export function matchesTagFormat(tag: string | null): boolean {
  return tag !== null && TAG_FORMAT.test(tag)
}

/** The kind, intent id and attempt that a tag like ours names; undefined: it is not made as ours are. */
export function parseTag(
  tag: string | null,
): { readonly kind: IntentKind; readonly intentId: string; readonly attempt: number } | undefined {
  if (tag === null || !TAG_FORMAT.test(tag)) return undefined
  const kind = INTENT_KINDS.find((one) => tag.startsWith(LETTERS[one]))
  if (kind === undefined) return undefined
  return { kind, intentId: tag.slice(1, -2), attempt: Number.parseInt(tag.slice(-2), 36) }
}

/**
 * The tag of an order: purpose, intent id, attempt in base 36. Unique for each attempt because the id is.
 * Throws RangeError when the id is not 1–17 small letters and digits or the attempt does not fit in two of them.
 */
export function tagOf(kind: IntentKind, intentId: string, attempt: number): string {
  if (!/^[0-9a-z]{1,17}$/.test(intentId)) throw new RangeError(`intent id does not fit a tag: ${intentId}`)
  if (!Number.isInteger(attempt) || attempt < 1 || attempt > MAX_ATTEMPTS_SHOWN)
    throw new RangeError(`attempt does not fit a tag (1 to ${MAX_ATTEMPTS_SHOWN}): ${attempt}`)
  return `${LETTERS[kind]}${intentId}${attempt.toString(36).padStart(2, '0')}`
}
