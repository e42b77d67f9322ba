import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveApp } from './app-pages.ts'
import { encodingFor } from './prerendered.ts'

const URL = 'https://strikewise.example'
const head = (path: string) =>
  `<head><meta property="og:image" content="/og.png" /><link rel="canonical" href="${path}" /></head>`
const page = (path: string, text: string) =>
  `<html>${head(path)}<body><h1>${text}</h1><script src="/theme.js"></script></body></html>`

const folder = mkdtempSync(join(tmpdir(), 'strikewise-app-'))
const app = new Hono()
beforeAll(() => {
  const write = (file: string, text: string | Buffer) => {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('index.html', page('/', 'shell'))
  write('prerendered/index.html', page('/', 'Welcome'))
  write('prerendered/plans.html', page('/plans', 'Plans'))
  write('prerendered/pricing.html', page('/plans', 'Plans'))
  write('prerendered/community/forum.html', page('/community/forum', 'Forum'))
  write('assets/app.js', 'plain')
  write('assets/app.js.br', 'packed')
  serveApp(app, { publicUrl: URL, formOrigins: ['https://broker.example'] }, folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

it.each([
  ['/dashboard', 200],
  ['/why/NIFTY/2026-11-20T10:42', 200],
  ['/no-such-page', 404],
  ['/dashboard/nothing-here', 404],
])('answers %s with %i and the shell, which shows the page', async (path, status) => {
  const answer = await get(path)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain('<h1>shell</h1>')
  expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' https://broker.example;")
})

describe('a page that was made ready', () => {
  it.each([
    ['/', 'Welcome'],
    ['/plans', 'Plans'],
    ['/plans?billing=yearly', 'Plans'],
    ['/community/forum', 'Forum'],
  ])('%s says what it is about without a script', async (path, text) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`<h1>${text}</h1>`)
  })

  it('runs our own files only, and needs no nonce for it', async () => {
    const answer = await get('/plans')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("form-action 'self';")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(await answer.text()).not.toContain('nonce')
  })

  it('names the public address where readers take whole ones only', async () => {
    const text = await (await get('/pricing')).text()
    expect(text).toContain(`content="${URL}/og.png"`)
    expect(text).toContain(`href="${URL}/plans"`)
  })

  it('is not sent again to who has it', async () => {
    const etag = (await get('/plans')).headers.get('etag')!
    const again = await get('/plans', { 'if-none-match': `"other", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('etag')).toBe(etag)
    expect((await get('/', { 'if-none-match': etag })).status).toBe(200)
  })

  it('comes packed', async () => {
    const bytes = async (accepted: string) => {
      const answer = await get('/plans', { 'accept-encoding': accepted })
      return { encoding: answer.headers.get('content-encoding'), bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const plain = await (await get('/plans')).text()
    const br = await bytes('gzip, br')
    expect(br.encoding).toBe('br')
    expect(brotliDecompressSync(br.bytes).toString()).toBe(plain)
    const gzip = await bytes('gzip')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain)
  })

  it('gives way to the app for a visitor with a session', async () => {
    const answer = await get('/plans', { cookie: 'a=b; __Host-sw.session_token=abc' })
    expect(await answer.text()).toContain('<h1>shell</h1>')
    expect(answer.headers.get('vary')).toContain('cookie')
    expect(answer.headers.get('etag')).toBeNull()
  })
})

describe('every other address', () => {
  it('opens the app, with a nonce of its own each time', async () => {
    const nonces = await Promise.all(
      ['/dashboard', '/dashboard'].map(async (path) => {
        const answer = await get(path)
        const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(
          answer.headers.get('content-security-policy')!,
        )![1]!
        expect(await answer.text()).toContain(`<script nonce="${nonce}" src="/theme.js">`)
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  it.each(['/prerendered/plans.html', '/index.html', '/missing.js'])('%s is no page', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

it('sends files as they were packed at the build', async () => {
  const packed = await get('/assets/app.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('cache-control')).toContain('immutable')
  expect(await packed.text()).toBe('packed')
  expect(await (await get('/assets/app.js')).text()).toBe('plain')
})

it('lists each page once for crawlers', async () => {
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${URL}/sitemap.xml`)
  const map = await (await get('/sitemap.xml')).text()
  expect([...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map((found) => found[1]!).toSorted()).toEqual([
    `${URL}/`,
    `${URL}/community/forum`,
    `${URL}/plans`,
  ])
})

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0', 'identity'],
  ['brotli', 'identity'],
])('takes what %j accepts: %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})
