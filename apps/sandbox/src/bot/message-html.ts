/** Tags a message may have; of links only the text is kept. */
const TAG = /^<(\/?)(b|strong|i|em|u|ins|s|del|code|pre|a)(?: href="[^"<>]*")?>/
const ENTITY = /^&(?:(amp|lt|gt|quot)|#(\d{1,7}));/
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The text of a message sent with `parse_mode` HTML, or what is wrong with it, as the Bot API shows it. */
export function textOfHtml(html: string): { readonly text: string } | { readonly problem: string } {
  const open: string[] = []
  let text = ''
  for (let at = 0; at < html.length;) {
    const rest = html.slice(at)
    const tag = TAG.exec(rest)
    const entity = ENTITY.exec(rest)
    if (tag !== null) {
      const [, isEnd, name] = tag
      if (isEnd === '') open.push(name!)
      else if (open.pop() !== name) return { problem: `can't parse entities: Unexpected end tag at byte offset ${at}` }
    } else if (html[at] === '<') {
      return { problem: `can't parse entities: Unsupported start tag at byte offset ${at}` }
    }
    if (entity !== null) text += entity[1] === undefined ? String.fromCodePoint(Number(entity[2])) : NAMED[entity[1]]!
    else if (tag === null) text += html[at]
    at += tag?.[0].length ?? entity?.[0].length ?? 1
  }
  return open.length === 0
    ? { text }
    : { problem: `can't parse entities: Can't find end tag corresponding to start tag ${open.at(-1)}` }
}
