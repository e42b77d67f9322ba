/** Kinds of broker link. paper: simulated fills on the paper exchange. live: real orders at the broker. */
export const LINK_MODES = ['paper', 'live'] as const
export type LinkMode = (typeof LINK_MODES)[number]
