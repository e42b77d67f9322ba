/** Texts a broker could put into a message and no reader expects there, by name. */
const TEXTS = {
  /** A character that JSON carries and PostgreSQL cannot store. */
  nul: () => 'RMS:Blocked \u0000 margin',
  /** Half of a character outside the basic plane: no Unicode text. */
  surrogate: () => 'RMS:Rejected \uD83D by the exchange',
  /** Far longer than any column, message or screen. */
  long: () => `RMS:${'Rejected by the exchange. '.repeat(4_000)}`,
  /** Control characters, line ends and a terminal's colour. */
  control: () => 'RMS:\u0001\u0007\b\r\n\u001B[31mRejected\u001B[0m\u007F\u0085',
  /** Text that turns the reading direction around, and invisible marks. */
  bidi: () => 'RMS:\u202Edetcejer\u202C\u200B\uFEFF',
  /** What a page, a chat or a spreadsheet would run. */
  markup: () => '=HYPERLINK("https://example.invalid") <script>alert(1)</script> <b>&amp; *_[x](y)_*',
} as const satisfies Record<string, () => string>

type HostileTextName = keyof typeof TEXTS

export const HOSTILE_TEXTS = Object.keys(TEXTS) as readonly HostileTextName[]

export function hostileText(name: HostileTextName): string {
  return TEXTS[name]()
}
