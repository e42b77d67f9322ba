import { Trans, useLingui } from '@lingui/react/macro'
import { Logo } from '../../ui/Logo.tsx'
import { BrandMark } from './BrandMark.tsx'
import { CHANNELS, STORES, type MarkId } from './channels.ts'
import { useContact, type Contact } from './contact.ts'
import { FOOTER_COLUMNS } from './footer-links.ts'

/** High and wide enough for a finger. */
const LINK = 'inline-block min-w-6 py-0.5 leading-5 text-ink-2 underline-offset-2 hover:text-ink hover:underline'

export function SiteFooter() {
  const { t } = useLingui()
  const contact = useContact()
  return (
    <footer className="border-t bg-surface">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-8 px-4 py-12 sm:grid-cols-4 sm:px-6 lg:grid-cols-6">
        <div className="col-span-2 sm:col-span-4 lg:col-span-2">
          <Logo />
          <p className="mt-3 max-w-xs text-sm text-ink-3">
            <Trans>Explained signals and disciplined execution for Nifty 50 and Bank Nifty options.</Trans>
          </p>
          <Reach contact={contact} />
        </div>
        {FOOTER_COLUMNS.map((column) => (
          <nav key={column.title.id} aria-label={t(column.title)}>
            <p className="text-xs font-semibold text-ink-3">{t(column.title)}</p>
            <ul className="mt-2 space-y-0.5 text-sm">
              {column.links.map(([name, to]) => (
                <li key={to}>
                  <a href={to} className={LINK}>
                    {t(name)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 border-t px-4 py-5 sm:px-6">
        <p className="max-w-2xl text-xs text-ink-3">
          {typeof contact?.registration === 'string' && `${contact.registration}. `}
          <Trans>
            Trading in options can lose all of the money put in. Strikewise gives no investment advice and promises no
            return.
          </Trans>
        </p>
        <Marks contact={contact} />
      </div>
    </footer>
  )
}

/** Support's phone and email. Until they are known their lines are kept free. */
function Reach({ contact }: { contact: Contact | undefined }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Support`} className="mt-3.5 min-h-12 text-sm">
      {contact !== undefined && (
        <>
          <li>
            <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} className={LINK}>
              {contact.phone}
            </a>
          </li>
          <li>
            <a href={`mailto:${contact.email}`} className={LINK}>
              {contact.email}
            </a>
          </li>
        </>
      )}
    </ul>
  )
}

function Marks({ contact }: { contact: Contact | undefined }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Elsewhere`} className="-mx-2 flex flex-wrap">
      {CHANNELS.map(({ id, name }) => {
        const official = contact?.channels[id]
        return official === undefined ? (
          <li key={id}>
            {/* Named where the others stand, and no link: there is nothing behind it. */}
            <span
              role="img"
              aria-label={t`${name}: no channel yet`}
              title={t`${name}: no channel yet`}
              className="flex size-9 items-center justify-center text-ink-3 opacity-50"
            >
              <BrandMark of={id} />
            </span>
          </li>
        ) : (
          <Mark key={id} id={id} href={official} label={t`Strikewise on ${name}`} />
        )
      })}
      {STORES.map(({ id, name, guide }) => (
        <Mark key={id} id={id} href={guide} label={t`Install the app without ${name}’s store`} />
      ))}
    </ul>
  )
}

function Mark({ id, href, label }: { id: MarkId; href: string; label: string }) {
  const outside = href.startsWith('http')
  return (
    <li>
      <a
        href={href}
        aria-label={label}
        title={label}
        {...(outside ? { target: '_blank', rel: 'noreferrer' } : {})}
        className="flex size-9 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
      >
        <BrandMark of={id} />
      </a>
    </li>
  )
}
