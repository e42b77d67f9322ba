import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A page that is the same for every visitor, in the forms it is sent in. */
export interface PrerenderedPage {
  /** Of the content, whatever it is packed with. */
  readonly etag: string
  /** Whether the page names itself as the address of its content: another one with the same content does not. */
  readonly canonical: boolean
  readonly packed: Readonly<Record<Encoding, Buffer<ArrayBuffer>>>
}

type Encoding = 'br' | 'gzip' | 'identity'

const TAG_LENGTH = 22
/** Packed once for each start of the server: near the best there is, at a twentieth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Reads what the build made ready, by the path a visitor asks for. `folder` is the built app's. */
export function readPrerendered(folder: string, publicUrl: string): ReadonlyMap<string, PrerenderedPage> {
  const root = join(folder, 'prerendered')
  return new Map(
    globSync('**/*.html', { cwd: root }).map((file) => {
      const path = `/${file.replaceAll('\\', '/').replace(/(^index)?\.html$/, '')}`
      return [path, pageOf(path, withPublicUrl(readFileSync(join(root, file), 'utf8'), publicUrl), publicUrl)]
    }),
  )
}

/** Writes the public address before what readers of meta elements take as whole addresses only. */
export function withPublicUrl(page: string, publicUrl: string): string {
  return page.replaceAll(
    /(<meta property="og:(?:image|url)" content="|<link rel="canonical" href=")(?=\/)/g,
    `$1${publicUrl}`,
  )
}

/** The best packing a visitor takes. */
export function encodingFor(accepted: string | undefined): Encoding {
  const offered = (accepted ?? '').toLowerCase().split(',')
  const taken = (name: string) =>
    offered.some((one) => {
      const [coding, ...parameters] = one.split(';').map((part) => part.trim())
      return coding === name && !parameters.some((parameter) => /^q=0(\.0+)?$/.test(parameter))
    })
  return taken('br') ? 'br' : taken('gzip') ? 'gzip' : 'identity'
}

function pageOf(path: string, html: string, publicUrl: string): PrerenderedPage {
  const bytes = Buffer.from(html)
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, TAG_LENGTH)
  return {
    etag: `W/"${tag}"`,
    canonical: html.includes(`<link rel="canonical" href="${publicUrl}${path}"`),
    packed: { br: brotliCompressSync(bytes, BROTLI), gzip: gzipSync(bytes), identity: bytes },
  }
}
