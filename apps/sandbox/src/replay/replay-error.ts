/** Recorded bars that cannot be played: file, line and reason in one line. */
export class ReplayError extends Error {}
