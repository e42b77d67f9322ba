/** Whole paise: ₹1 is 100, an option's ₹0.05 tick is 5. Signed only where a profit or loss is meant. */
export type Paise = number & { readonly unit: 'paise' }

/** Decimal rupees as a broker sends them (182.35) → paise (18235). Throws RangeError on a fraction of a paisa. */
export function paiseFromRupees(rupees: number): Paise {
  const paise = Math.round(rupees * 100)
  // 1.15 * 100 is 114.99…, so round; rounding alone would also let 1.154 through, so look at the remainder.
  // The allowance grows with the size of the number: a double keeps about 16 digits.
  if (!(Math.abs(rupees * 100 - paise) <= 1e-6 + Math.abs(paise) * 1e-12))
    throw new RangeError(`not whole paise: ₹${rupees}`)
  return paise as Paise
}

/** Paise → decimal rupees for the wire, exact to the paisa. */
export function rupeesFromPaise(paise: Paise): number {
  return paise / 100
}

/** Names a whole number of paise as such. Throws RangeError when it is not a safe integer. */
export function paise(whole: number): Paise {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number of paise: ${whole}`)
  return whole as Paise
}
