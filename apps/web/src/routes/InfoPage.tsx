import { Link, useLocation } from '@tanstack/react-router'
import { INFO_PAGES } from '../features/site/info-pages.ts'
import { InfoFrame } from '../features/site/InfoFrame.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { NotFound } from './NotFound.tsx'

/** The footer's destinations; any other path is not found. */
export function InfoPage() {
  const { pathname } = useLocation()
  const page = INFO_PAGES.get(pathname.replace(/\/+$/, ''))
  if (page === undefined) return <NotFound />
  return (
    <InfoFrame title={page.title}>
      {page.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Link to={page.next.to as '/'} className={buttonClass('secondary', 'md', 'mt-4')}>
        {page.next.label}
      </Link>
    </InfoFrame>
  )
}
