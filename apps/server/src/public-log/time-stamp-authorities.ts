/** The addresses of time-stamp authorities among anchors: those of HTTP. The others are of mail. */
export function timeStampAuthorities(anchors: readonly string[]): readonly string[] {
  return anchors.filter(isTimeStampAuthority)
}

export function isTimeStampAuthority(anchor: string): boolean {
  return /^https?:/.test(anchor)
}
