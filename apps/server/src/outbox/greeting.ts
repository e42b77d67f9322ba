/** The first line of a mail. An account made by an external sign-in may have no name. */
export function greeting(name: string): string {
  return name === '' ? 'Hello,' : `Hello ${name},`
}
