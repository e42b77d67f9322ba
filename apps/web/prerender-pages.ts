import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { Rollup, ViteBuilder } from 'vite'
import { packFiles } from './pack-files.ts'
import { chunksOf, packedBytes, positionWeight } from './page-budget.ts'
import type { RenderedPage } from './src/prerender.tsx'

/** Name of the build that runs the screens here instead of in a browser. */
export const PRERENDER = 'prerender'

type Output = Rollup.RollupOutput['output']

/** Builds the app for the browser, then every public page as HTML with the app's own code, and packs what is sent. */
export async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, [PRERENDER]: prerender } = builder.environments
  const { output } = (await builder.build(client!)) as Rollup.RollupOutput
  await builder.build(prerender!)

  const dist = resolve(client!.config.root, client!.config.build.outDir)
  const built = resolve(prerender!.config.root, prerender!.config.build.outDir)
  const { renderPublicPages } = (await import(pathToFileURL(join(built, 'prerender.js')).href)) as {
    renderPublicPages: () => Promise<readonly RenderedPage[]>
  }
  const shell = readFileSync(join(dist, 'index.html'), 'utf8')
  for (const page of await renderPublicPages()) {
    const file = join(dist, 'prerendered', page.path === '/' ? 'index.html' : `${page.path}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, pageHtml(shell, page, output))
  }
  const { bytes, files } = positionWeight(output)
  console.log(`open trade: ${(bytes / 1000).toFixed(1)} kB packed JavaScript in ${files} files`)
  // It has done its work, and everything in dist is served.
  rmSync(built, { recursive: true })
  packFiles(dist)
}

function pageHtml(shell: string, page: RenderedPage, output: Output): string {
  const chunks = chunksOf(output, page.screen)
  if (page.light) {
    const bytes = packedBytes(page.path, chunks)
    if (page.path === '/') console.log(`start page: ${(bytes / 1000).toFixed(1)} kB packed JavaScript`)
  }
  const [title, description, canonical] = [page.title, page.description, page.canonical].map(escapeHtml)
  // The entry is the first of its chunks.
  const code = chunks.map((chunk) => `/${chunk.fileName}`).join(' ')
  const changes: readonly (readonly [found: RegExp, written: string])[] = [
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    [/(?<=<meta\s+name="description"\s+content=")[^"]*/, description!],
    [/(?<=<meta property="og:title" content=")[^"]*/, title!],
    [/(?<=<meta\s+property="og:description"\s+content=")[^"]*/, description!],
    [
      /(?=\s*<\/head>)/,
      [
        '',
        `<meta property="og:url" content="${canonical}" />`,
        `<link rel="canonical" href="${canonical}" />`,
        `<link rel="preload" as="font" type="font/woff2" href="/${textFont(output)}" crossorigin />`,
        ...(page.path === '/' ? [ORGANIZATION] : []),
      ].join('\n    '),
    ],
    // Blocking, like the one beside it: nothing can be pressed before it listens.
    [/(?=\s*<script src="\/theme\.js">)/, '<script src="/early-acts.js"></script>'],
    [/<script type="module"[^>]*><\/script>/, `<script async src="/come-alive.js" data-code="${code}"></script>`],
    [/(?:\s*<link rel="modulepreload"[^>]*>)+/, ''],
    [/<div id="root"><\/div>/, `<div id="root" ${page.rootAttributes}>${page.markup}</div>`],
  ]
  return changes.reduce((html, [found, written]) => {
    if (!found.test(html)) throw new Error(`index.html has no ${found.source}`)
    // A function, since a replacement text would have signs of its own.
    return html.replace(found, () => written)
  }, shell)
}

/** The font nearly every letter is in: asked for with the styles, so that the page is laid out once. */
function textFont(output: Output): string {
  const font = output.find(({ fileName }) => /geist-latin-wght.*\.woff2$/.test(fileName))
  if (font === undefined) throw new Error('The build has no file of the text font to preload.')
  return font.fileName
}

/** Who runs the site, for search engines: nothing that a page does not show. */
const ORGANIZATION = `<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Strikewise',
  url: '/',
  logo: '/icon-512.png',
})}</script>`
