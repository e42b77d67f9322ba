import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Env, Hono } from 'hono'
import { pageHeaders } from './security-headers.ts'

const BUILT_APP = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const NONCE_BYTES = 18

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Strikewise</title>
<p>The app has not been built yet. Start the product with <code>npm start</code>, which builds it.</p></html>`

/** Serves the built app: its files as they are, and its page at every other address, with a nonce of its own each time. */
export function serveApp<E extends Env>(app: Hono<E>, publicUrl: string, folder = BUILT_APP): void {
  const files = serveStatic({
    root: folder,
    // The page itself is never sent as a file: it would lack its nonce.
    index: 'no-index',
    onFound: (_path, context) => {
      const hashed = context.req.path.startsWith('/assets/')
      context.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      context.header('x-content-type-options', 'nosniff')
      context.header('cross-origin-resource-policy', 'same-origin')
    },
  })
  app.get('*', (context, next) => (context.req.path.endsWith('.html') ? next() : files(context, next)))
  let page: string | undefined
  app.get('*', (context) => {
    // A missing file is missing: a page in its place would be run as a script.
    if (/\.[a-z0-9]{1,8}$/i.test(context.req.path)) return context.notFound()
    page ??= readPage(folder)?.replace('content="/og.png"', `content="${publicUrl}/og.png"`)
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    for (const [name, value] of Object.entries(pageHeaders(nonce, publicUrl))) context.header(name, value)
    return context.html(withNonce(page ?? NOT_BUILT, nonce))
  })
}

function readPage(folder: string): string | undefined {
  const file = join(folder, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Marks the page's own scripts and preloads as ours; the meta element lets the bundler's loader mark what it adds. */
function withNonce(page: string, nonce: string): string {
  return page
    .replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`)
    .replace(/<script(?=[\s>])/g, `<script nonce="${nonce}"`)
    .replace(/<link(?=[^>]*rel="modulepreload")/g, `<link nonce="${nonce}"`)
}
