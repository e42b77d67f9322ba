/** How a number field of a form is read; an empty one is left out. */
export const number = { setValueAs: (typed: unknown) => (typed === '' ? undefined : Number(typed)) }

/** The same for a number that may be none: an empty field is null. */
export const numberOrNone = {
  setValueAs: (typed: unknown) => (typed === '' || typed === null ? null : Number(typed)),
}
