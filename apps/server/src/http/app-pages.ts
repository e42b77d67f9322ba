import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { isScreenPath } from '@strikewise/wire/screens.ts'
import type { Context, Env, Hono } from 'hono'
import { SESSION_COOKIE } from '../identity/identity.ts'
import { encodingFor, readPrerendered, withPublicUrl, type PrerenderedPage } from './prerendered.ts'
import { pageHeaders } from './security-headers.ts'

const BUILT_APP = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const NONCE_BYTES = 18

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Strikewise</title>
<p>The app has not been built yet. Start the product with <code>npm start</code>, which builds it.</p></html>`

interface SiteAddresses {
  readonly publicUrl: string
  readonly formOrigins: readonly string[]
}

interface BuiltApp {
  /** The page without content that opens every screen. */
  readonly shell: string
  readonly prerendered: ReadonlyMap<string, PrerenderedPage>
}

/**
 * Serves the built app: its files as they are, public pages as the build made them, and its shell at every other address,
 * with a nonce of its own each time. A visitor with a session gets the shell of a public page too: what they are to see, or
 * where they are to be led, is known only when that session has been read. `formOrigins`: where its forms may lead besides.
 */
export function serveApp<E extends Env>(
  app: Hono<E>,
  { publicUrl, formOrigins }: SiteAddresses,
  folder = BUILT_APP,
): void {
  // Pages are never sent as files: they would lack their headers.
  const files = serveStatic({ root: folder, index: 'no-index', precompressed: true })
  app.get('*', async (context, next) => {
    if (context.req.path.endsWith('.html')) return next()
    const found = await files(context, next)
    if (found instanceof Response) setFileHeaders(found.headers, context.req.path)
    return found
  })
  let read: BuiltApp | undefined
  const built = () => (read ??= readApp(folder, publicUrl))
  const shell = (context: Context, status?: 404) =>
    sendShell(context, built()?.shell ?? NOT_BUILT, { publicUrl, formOrigins }, status)

  app.get('/robots.txt', (context) => context.text(robots(publicUrl)))
  app.get('/sitemap.xml', (context) =>
    context.body(sitemap(built()?.prerendered ?? new Map(), publicUrl), 200, { 'content-type': 'application/xml' }),
  )
  app.get('*', (context) => {
    // A missing file is missing: a page in its place would be run as a script.
    if (/\.[a-z0-9]{1,8}$/i.test(context.req.path)) return context.notFound()
    const page = built()?.prerendered.get(context.req.path)
    if (page === undefined) {
      // The shell shows the page for unknown addresses; the status shows it to clients that read no page.
      const status = isScreenPath(context.req.path) ? undefined : 404
      return shell(context, status)
    }
    context.header('vary', 'cookie, accept-encoding')
    return hasSession(context) ? shell(context) : sendPage(context, page, publicUrl)
  })
}

/** Set on the answer itself: the library makes it before it asks for more headers. */
function setFileHeaders(headers: Headers, path: string): void {
  const hashed = path.startsWith('/assets/')
  headers.set('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('cross-origin-resource-policy', 'same-origin')
}

/** The same bytes for every visitor, so that they are compressed and tagged once. Its scripts are our own files: a nonce that is kept would be no secret. */
function sendPage(context: Context, page: PrerenderedPage, publicUrl: string): Response {
  const known = context.req.header('if-none-match')?.split(',') ?? []
  context.header('etag', page.etag)
  context.header('cache-control', 'no-cache')
  if (known.some((tag) => tag.trim() === page.etag)) return context.body(null, 304)
  setHeaders(context, pageHeaders("'self'", publicUrl, []))
  const encoding = encodingFor(context.req.header('accept-encoding'))
  if (encoding !== 'identity') context.header('content-encoding', encoding)
  return context.body(page.packed[encoding], 200, { 'content-type': 'text/html; charset=UTF-8' })
}

function sendShell(
  context: Context,
  shell: string,
  { publicUrl, formOrigins }: SiteAddresses,
  status: 200 | 404 = 200,
): Response {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  setHeaders(context, pageHeaders(`'nonce-${nonce}' 'strict-dynamic'`, publicUrl, formOrigins))
  return context.html(withNonce(shell, nonce), status)
}

function setHeaders(context: Context, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
}

/** Whether a user may be signed in; whose session it is, and whether it still holds, the app asks separately. */
function hasSession(context: Context): boolean {
  return context.req.header('cookie')?.includes(`${SESSION_COOKIE}=`) === true
}

function readApp(folder: string, publicUrl: string): BuiltApp | undefined {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  return {
    shell: withPublicUrl(readFileSync(file, 'utf8'), publicUrl),
    prerendered: readPrerendered(folder, publicUrl),
  }
}

/** Marks the page's own scripts and preloads as ours; the meta element lets the bundler's loader mark what it adds. */
function withNonce(page: string, nonce: string): string {
  return page
    .replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`)
    .replace(/<script(?=[\s>])/g, `<script nonce="${nonce}"`)
    .replace(/<link(?=[^>]*rel="modulepreload")/g, `<link nonce="${nonce}"`)
}

/** For crawlers: public pages are in the sitemap, the API is for programs. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

function sitemap(pages: ReadonlyMap<string, PrerenderedPage>, publicUrl: string): string {
  const urls = [...pages]
    .filter(([, page]) => page.canonical)
    .map(([path]) => `<url><loc>${publicUrl}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>
`
}
