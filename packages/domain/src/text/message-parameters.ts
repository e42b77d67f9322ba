/** Milliseconds. */
export type Ms = number
/** A share: 0.0125 is 1.25%. Weights and unsigned scores too. */
export type Ratio = number
/** A signed score, -1 … 1, or a signed figure that is shown with its sign. */
export type Score = number
/** Index points, or rupees of a premium where no paise are meant. */
export type Points = number
/** Minutes after midnight in India. */
export type MinuteOfDay = number
