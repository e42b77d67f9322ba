import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'

/** Files that are sent as they are. */
const WEB = join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(join(WEB, file), 'utf8')
const page = text('index.html')

/** Width and height, from the head of a PNG file. */
function sizeOf(file: string): string {
  const bytes = readFileSync(join(WEB, 'public', file))
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

const manifest = z.object({
  name: z.literal('Strikewise'),
  start_url: z.literal('/dashboard'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), type: z.string(), sizes: z.string(), purpose: z.string().optional() })),
})

it('can be installed: the page names a manifest whose icons are there in the sizes it shows', () => {
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  const { icons } = manifest.parse(JSON.parse(text('public/manifest.webmanifest')))
  const pictures = icons.filter((icon) => icon.type === 'image/png')
  expect(pictures.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(icons.map((icon) => icon.purpose)).toContain('maskable')
  for (const { src, sizes } of pictures) expect(sizeOf(src)).toBe(sizes)
})

it('has a picture for links to it, an icon for tabs, and one for the home screen', () => {
  expect(page).toContain('<meta property="og:image" content="/og.png" />')
  expect(sizeOf('og.png')).toBe('1200x630')
  expect(page).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml" />')
  expect(text('public/favicon.svg')).toContain('<svg')
  expect(page).toContain('<link rel="apple-touch-icon" href="/icon-180.png" />')
  expect(sizeOf('icon-180.png')).toBe('180x180')
})

interface Fetched {
  readonly request: { readonly mode: string }
  readonly respondWith: (answer: Promise<Response>) => void
}

/** The worker in a world of its own, whose network does what `fetch` does. */
function worker(fetch: () => Promise<Response>): (mode: string) => Promise<Response> | undefined {
  const handlers = new Map<string, (event: Fetched) => void>()
  const self = { addEventListener: (type: string, handler: (event: Fetched) => void) => handlers.set(type, handler) }
  // Whatever else it reached for, a cache above all, would not be there.
  runInNewContext(text('public/sw.js'), { self, fetch, Response })
  return (mode) => {
    let answer: Promise<Response> | undefined
    const respondWith = (given: Promise<Response>) => {
      answer = given
    }
    handlers.get('fetch')!({ request: { mode }, respondWith })
    return answer
  }
}

it('shows that there is no network, and that stops at the exchange rest on', async () => {
  const offline = await worker(() => Promise.reject(new TypeError('no network')))('navigate')
  expect(offline!.status).toBe(503)
  expect(await offline!.text()).toMatch(/You are offline[^]*Stops that rest at the exchange are not\s+affected/)
})

it('gives pages as the network has them, and leaves everything else alone', async () => {
  const network = vi.fn<() => Promise<Response>>(async () => new Response('fresh'))
  const fetched = worker(network)
  expect(await (await fetched('navigate'))!.text()).toBe('fresh')
  expect(fetched('cors')).toBeUndefined()
  expect(network).toHaveBeenCalledTimes(1)
})
