const COLUMNS = 100

/** Lines of at most 100 columns, broken at blanks; the second and later ones begin with `indent`. */
export function wrapped(text: string, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line)
      line = indent + word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
