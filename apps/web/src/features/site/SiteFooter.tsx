import { Link } from '@tanstack/react-router'
import { Logo } from '../../ui/Logo.tsx'
import { FOOTER_COLUMNS } from './footer-links.ts'

export function SiteFooter() {
  return (
    <footer className="border-t bg-surface">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:grid-cols-3 sm:px-6 lg:grid-cols-6">
        <div className="sm:col-span-3 lg:col-span-2">
          <Logo />
          <p className="mt-3 max-w-xs text-sm text-ink-3">
            Explained signals and disciplined execution for Nifty 50 and Bank Nifty options.
          </p>
        </div>
        {FOOTER_COLUMNS.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <p className="text-xs font-semibold text-ink-3">{column.title}</p>
            <ul className="mt-2.5 space-y-1.5 text-sm">
              {column.links.map(([name, to]) => (
                <li key={to}>
                  <Link to={to as '/'} className="text-ink-2 underline-offset-2 hover:text-ink hover:underline">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="mx-auto max-w-6xl border-t px-4 py-5 text-xs text-ink-3 sm:px-6">
        Trading in options can lose all of the money put in. Strikewise gives no investment advice and promises no
        return.
      </p>
    </footer>
  )
}
