import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { serveApp } from './app-pages.ts'

const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const SITE = 'https://strikewise.example'

/** Public addresses with what their pages are about (specification §2, and the footer). */
const PAGES = [
  ['/', 'Welcome to Strikewise'],
  ['/plans', 'Plans and pricing'],
  ['/pricing', 'Plans and pricing'],
  ['/terms', 'Terms of use'],
  ['/privacy', 'Privacy policy'],
  ['/disclosure', 'Risk disclosure'],
  ['/disclaimer', 'Disclaimer'],
  ['/investor-charter', 'Investor charter'],
  ['/features', 'Features'],
  ['/integrations', 'Integrations'],
  ['/docs', 'User guide'],
  ['/faqs', 'Frequently asked questions'],
  ['/careers', 'Careers'],
  ['/community/forum', 'Forum'],
  ['/community/top-traders', 'Top traders'],
  ['/demo', 'One minute, taken apart'],
  ['/support', 'Support'],
  ['/api', 'API'],
  ['/status', 'Status'],
  ['/trade-logs', 'Trade logs'],
  ['/dpdp', 'Your data'],
  ['/record', 'The record'],
] as const

/** `npm test` builds the app before; a run of this file alone takes what is there. */
describe.skipIf(!existsSync(`${BUILT}/prerendered`))('the built app, without a script', () => {
  const app = new Hono()
  serveApp(app, { publicUrl: SITE, formOrigins: [] })
  const html = async (path: string) => (await app.request(path)).text()
  const one = (page: string, pattern: RegExp) => {
    const found = [...page.matchAll(pattern)].map((match) => match[1]!)
    expect(found, pattern.source).toHaveLength(1)
    return found[0]!
  }

  it.each(PAGES)('%s is about “%s”, and reports it to readers of its head', async (path, heading) => {
    const page = await html(path)
    expect(one(page, /<h1[^>]*>([^<]*)<\/h1>/g)).toBe(heading)
    const canonical = path === '/pricing' ? '/plans' : path
    expect(one(page, /<link rel="canonical" href="([^"]*)"/g)).toBe(SITE + canonical)
    expect(one(page, /<meta property="og:url" content="([^"]*)"/g)).toBe(SITE + canonical)
    expect(one(page, /<meta\s+name="description"\s+content="([^"]*)"/g).length).toBeGreaterThan(40)
    expect(one(page, /<title>([^<]*)<\/title>/g)).toContain('Strikewise')
  })

  it('has a title and a description of its own for each page', async () => {
    const heads = await Promise.all(
      PAGES.filter(([path]) => path !== '/pricing').map(async ([path]) => {
        const page = await html(path)
        return [one(page, /<title>([^<]*)/g), one(page, /<meta\s+name="description"\s+content="([^"]*)/g)]
      }),
    )
    for (const texts of [heads.map(([title]) => title), heads.map(([, description]) => description)])
      expect(new Set(texts).size).toBe(PAGES.length - 1)
  })

  it('greets with the start page’s own words', async () => {
    const page = await html('/')
    for (const words of ['Get Started', 'Watch Demo', 'How it works', 'Connect Broker', 'Most option buyers lose'])
      expect(page).toContain(words)
  })

  it('lists each in the map of the site', async () => {
    const map = await html('/sitemap.xml')
    for (const [path] of PAGES) expect(map.includes(`<loc>${SITE}${path}</loc>`)).toBe(path !== '/pricing')
  })
})
