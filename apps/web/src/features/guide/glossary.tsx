import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Section } from '../site/Article.tsx'

const TERMS: readonly (readonly [term: MessageDescriptor, meaning: MessageDescriptor])[] = [
  [msg`ADX`, msg`Average directional index: how strong a trend is, whatever its direction, 0 to 100.`],
  [msg`ATM`, msg`At the money: the strike nearest to where the index stands.`],
  [msg`ATR`, msg`Average true range: how far the index moves in one candle, as a mean.`],
  [
    msg`Call (CE), put (PE)`,
    msg`The right to gain when the index rises, or falls. We buy them and never sell one short.`,
  ],
  [msg`Delta`, msg`How much of a small move of the index the option takes part in, 0 to 1.`],
  [msg`Expectancy`, msg`What a trade brought on average, wins and losses together, in R.`],
  [msg`Expiry`, msg`The day a contract ends. Nifty has one each week, Bank Nifty each month.`],
  [
    msg`FII, DII`,
    msg`Foreign and domestic institutional investors: what they bought less what they sold on a day, in crores of rupees.`,
  ],
  [msg`Implied volatility`, msg`The movement an option’s price takes for granted until expiry.`],
  [msg`India VIX`, msg`The movement that Nifty’s options take for granted for the next 30 days, in per cent a year.`],
  [msg`Lot`, msg`The smallest unit of trade. Orders use the lot of the day’s contract list.`],
  [msg`MACD`, msg`Moving average convergence divergence: how far a quick mean of the price is from a slow one.`],
  [msg`Max pain`, msg`The strike at which all options together would pay their buyers least at expiry.`],
  [msg`Open interest (OI)`, msg`Contracts that are held open. Shown in lakhs.`],
  [msg`PCR`, msg`Put-call ratio: open interest of puts divided by that of calls.`],
  [msg`Premium`, msg`The price of an option, for one unit.`],
  [msg`R`, msg`The planned risk of a trade for one unit: entry price less first stop.`],
  [msg`RSI`, msg`Relative strength index: how much of the last candles’ movement was upward, 0 to 100.`],
  [msg`Slippage`, msg`The difference between the price one wanted and the price one got.`],
  [msg`Square-off`, msg`Closing what is open because the session ends.`],
  [msg`Stop-limit order (SL)`, msg`An order that wakes at a trigger and then sells at a limit or better.`],
  [msg`STT`, msg`Securities transaction tax: on the sale of an option, part of every result.`],
  [msg`VWAP`, msg`Volume-weighted average price since the open.`],
]

export const GLOSSARY: Section = {
  id: 'glossary',
  title: <Trans>Glossary</Trans>,
  body: <Terms />,
}

function Terms() {
  const { t } = useLingui()
  return (
    <dl>
      {TERMS.map(([term, meaning]) => (
        <div key={term.id}>
          <dt>{t(term)}</dt>
          <dd>{t(meaning)}</dd>
        </div>
      ))}
    </dl>
  )
}

export const INSTALLING: Section = {
  id: 'install',
  title: <Trans>Install it as an app</Trans>,
  body: (
    <>
      <p>
        <Trans>
          There is no app in Apple’s or Google’s store. The web app installs from the browser and is the same thing:
        </Trans>
      </p>
      <ul>
        <li>
          <Trans>iPhone and iPad: open this site in Safari, press Share, then Add to Home Screen.</Trans>
        </li>
        <li>
          <Trans>Android: open it in Chrome, press the three dots, then Install app or Add to Home screen.</Trans>
        </li>
        <li>
          <Trans>Desktop: Chrome and Edge show an install mark at the end of the address bar.</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          Without a network it says so and shows nothing old: prices and trades are never kept on the device.
        </Trans>
      </p>
    </>
  ),
}
