import { Trans, useLingui } from '@lingui/react/macro'

const THEMES = [
  { theme: 'light', shown: 'dark:hidden' },
  { theme: 'dark', shown: 'hidden dark:block' },
] as const

/**
 * The dashboard as it looks, in the theme of the page, narrow on a phone. Below the first screen and so fetched when it
 * comes near; the picture of the other theme never is.
 */
export function ProductPicture() {
  const { t } = useLingui()
  return (
    <figure className="mx-auto max-w-6xl px-4 pt-16 sm:px-6">
      {THEMES.map(({ theme, shown }) => (
        <picture key={theme} className={shown}>
          <source media="(max-width: 639px)" srcSet={`/dashboard-phone-${theme}.webp`} width={780} height={1520} />
          <img
            src={`/dashboard-desk-${theme}.webp`}
            width={1920}
            height={1245}
            loading="lazy"
            decoding="async"
            alt={t`The dashboard: index prices, the chart of the option that is held with its entry and its stop, and what the position can bring or lose`}
            className="h-auto w-full rounded-lg border shadow-sm"
          />
        </picture>
      ))}
      <figcaption className="mt-3 text-center text-sm text-ink-3">
        <Trans>The dashboard on a simulated morning, with a paper trade open: no real money.</Trans>
      </figcaption>
    </figure>
  )
}
