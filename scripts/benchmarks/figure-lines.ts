/** One figure of a long run, as it stands in docs/benchmarks.md. */
export interface Figure {
  readonly name: string
  readonly value: string
}

const LINE = /^figure: (.+?) \| (.+)$/gm

/** The figures among what a program printed: lines such as `figure: kills | 300, of them 20 anywhere`. */
export function figuresOf(printed: string): Figure[] {
  return [...printed.matchAll(LINE)].map(([, name, value]) => ({ name: name!.trim(), value: value!.trim() }))
}

export function figureLine({ name, value }: Figure): string {
  return `figure: ${name} | ${value}`
}
