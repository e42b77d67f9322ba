/** What the server answers to a call that failed, wherever it was made. */
export const texts: readonly string[] = ['Unknown error']
