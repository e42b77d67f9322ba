/**
 * Splits one CSV line into fields. Quotes may surround a field and are doubled inside it (RFC 4180); a field cannot
 * span lines. `undefined` when a quote is left open or text follows a closing quote.
 */
export function csvFields(line: string): string[] | undefined {
  // Nearly every line of an instrument list is plain; splitting those is several times faster than scanning.
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (line[at] === '"') {
      let field = ''
      let from = at + 1
      let quote = line.indexOf('"', from)
      while (quote !== -1 && line[quote + 1] === '"') {
        field += line.slice(from, quote + 1)
        from = quote + 2
        quote = line.indexOf('"', from)
      }
      if (quote === -1) return undefined
      fields.push(field + line.slice(from, quote))
      at = quote + 1
      if (at < line.length && line[at] !== ',') return undefined
    } else {
      const comma = line.indexOf(',', at)
      fields.push(comma === -1 ? line.slice(at) : line.slice(at, comma))
      at = comma === -1 ? line.length : comma
    }
    if (at >= line.length) return fields
    at += 1
  }
}
