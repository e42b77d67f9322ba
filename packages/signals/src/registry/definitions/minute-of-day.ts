/** Time of day in minutes after IST midnight. */
export function minuteOfDay(hour: number, minute: number): number {
  return hour * 60 + minute
}
