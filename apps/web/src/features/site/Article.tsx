import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

/** One part of a page, with an address of its own (`#id`). */
export interface Section {
  readonly id: string
  readonly title: ReactNode
  readonly body: ReactNode
  /** The body is no running text: panels, a form, a table. */
  readonly plain?: true
}

interface ArticleProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** What has to be known before anything is read. */
  readonly notice?: ReactNode
  /** Small print under the title: a date, for example. */
  readonly note?: ReactNode
  readonly sections?: readonly Section[]
  /** For pages whose main part is no running text. */
  readonly wide?: boolean
  readonly children?: ReactNode
}

/** Look of running text: paragraphs, lists, terms. Not for panels, which have a look of their own. */
const PROSE = cx(
  'space-y-4',
  '[&_h3]:mt-6 [&_h3]:font-semibold [&_h3]:text-ink',
  '[&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:space-y-1.5 [&_ol]:pl-5 [&_li]:pl-0.5',
  '[&_a]:text-accent-text [&_a]:underline [&_a]:underline-offset-2',
  '[&_strong]:font-semibold [&_strong]:text-ink [&_code]:rounded-sm [&_code]:bg-quiet-soft [&_code]:px-1 [&_code]:text-base',
  '[&_dt]:font-semibold [&_dt]:text-ink [&_dd]:mt-0.5 [&_dd]:mb-4',
)
/** What stands after the sections: panels and paragraphs side by side. */
const REST = 'space-y-4 pt-2 [&>p_a]:text-accent-text [&>p_a]:underline [&>p_a]:underline-offset-2'

/** A public page of running text, with a list of its parts beside it, above it on narrow screens. */
export function Article({ title, lead, note, notice, sections = [], wide = false, children }: ArticleProps) {
  const listed = sections.length > 3
  return (
    <>
      <SiteHeader login />
      <main
        className={cx(
          'mx-auto min-h-[60dvh] px-4 pt-12 pb-20 sm:px-6',
          listed ? 'grid max-w-5xl gap-x-12 lg:grid-cols-[minmax(0,1fr)_14rem]' : wide ? 'max-w-4xl' : 'max-w-2xl',
        )}
      >
        <header className={cx(listed && 'lg:col-span-2')}>
          <h1 className="max-w-3xl text-3xl font-semibold tracking-[-0.035em] text-balance">{title}</h1>
          {note !== undefined && <p className="mt-2 text-sm text-ink-3">{note}</p>}
          {lead !== undefined && <p className="mt-3 max-w-2xl text-lg text-ink-2">{lead}</p>}
          {notice !== undefined && <div className="mt-5 max-w-2xl">{notice}</div>}
        </header>
        {listed && <Contents sections={sections} />}
        <div className="mt-8 min-w-0 space-y-4 text-md text-ink-2">
          {sections.map(({ id, title: name, body, plain }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 space-y-4 pt-2">
              <h2 id={`${id}-title`} className="text-lg font-semibold tracking-[-0.015em] text-ink">
                {name}
              </h2>
              <div className={plain === true ? 'text-base' : PROSE}>{body}</div>
            </section>
          ))}
          {children !== undefined && <div className={REST}>{children}</div>}
        </div>
      </main>
      <SiteFooter />
    </>
  )
}

/** Beside the text where there is room, and stays in view; before it elsewhere. */
function Contents({ sections }: { sections: readonly Section[] }) {
  const { t } = useLingui()
  return (
    <nav
      aria-label={t`On this page`}
      className="mt-6 rounded-lg border bg-surface p-4 lg:sticky lg:top-24 lg:order-2 lg:mt-10 lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:bg-transparent lg:p-0"
    >
      <p className="text-xs font-semibold text-ink-3">
        <Trans>On this page</Trans>
      </p>
      <ul className="mt-2 gap-x-6 space-y-1.5 text-sm sm:columns-2 lg:columns-1">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="text-ink-2 underline-offset-2 hover:text-ink hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** 'Nature of the risk' → 'nature-of-the-risk'. */
const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Numbered sections of plain English text, as the legal pages have them in every language: what binds is not translated. */
export function numbered(sections: readonly (readonly [title: string, text: ReactNode])[]): Section[] {
  return sections.map(([title, text], i) => ({
    id: slugOf(title),
    title: <span lang="en">{`${i + 1}. ${title}`}</span>,
    body: <p lang="en">{text}</p>,
  }))
}
