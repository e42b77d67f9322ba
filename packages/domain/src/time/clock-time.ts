/** A time of the day as `HH:MM`, 00:00 to 23:59. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** The minute of the day of `HH:MM`. Throws RangeError on any other text. */
export function minuteOfClockTime(text: string): number {
  const match = CLOCK_TIME.exec(text)
  if (match === null) throw new RangeError(`not a time (HH:MM): ${text}`)
  return Number(match[1]) * 60 + Number(match[2])
}

/** `HH:MM` of a minute of the day. */
export function clockTimeOf(minute: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}
