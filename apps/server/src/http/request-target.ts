/** A path that needs no decoding and no resolving of `.` and `..`. */
const PLAIN = /^\/[\w\-/~!$&'()*+,;=:@]*(?:[\w-]\.[\w.-]*)?$/

/** Path, decoded and resolved, and query of a request line's target. */
export function targetOf(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const queryAt = target.indexOf('?')
  const path = queryAt < 0 ? target : target.slice(0, queryAt)
  const query = new URLSearchParams(queryAt < 0 ? '' : target.slice(queryAt + 1))
  return { path: PLAIN.test(path) ? path : resolved(path), query }
}

function resolved(path: string): string {
  const url = URL.parse(path.startsWith('/') ? `http://host${path}` : path)
  return url === null ? path : decoded(url.pathname, decodeURI)
}

/** `text` percent-decoded; as it is where it cannot be. */
export function decoded(text: string, decode: (text: string) => string = decodeURIComponent): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}
