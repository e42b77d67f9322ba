import type { ReactNode } from 'react'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

/** Page of running text. */
export function InfoFrame({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <>
      <SiteHeader login />
      <main className="mx-auto min-h-[60dvh] max-w-2xl px-4 pt-12 pb-20 sm:px-6">
        <h1 className="text-3xl font-semibold tracking-[-0.035em]">{title}</h1>
        {note !== undefined && <p className="mt-2 text-sm text-ink-3">{note}</p>}
        <div className="mt-6 space-y-4 text-md text-ink-2 [&_h2]:mt-8 [&_h2]:text-lg [&_h2]:font-semibold [&_h2]:text-ink">
          {children}
        </div>
      </main>
      <SiteFooter />
    </>
  )
}

/** Numbered sections, as the legal pages have them. */
export function Sections({ sections }: { sections: readonly (readonly [title: string, text: string])[] }) {
  return sections.map(([title, text], i) => (
    <section key={title}>
      <h2>{`${i + 1}. ${title}`}</h2>
      <p className="mt-2">{text}</p>
    </section>
  ))
}
