import type { Section } from '../site/Article.tsx'

const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  ['ATM', 'At the money: the strike nearest to where the index stands.'],
  ['ATR', 'Average true range: how far the index moves in one candle, as a mean.'],
  ['Call (CE), put (PE)', 'The right to gain when the index rises, or falls. We buy them and never sell one short.'],
  ['Delta', 'How much of a small move of the index the option takes part in, 0 to 1.'],
  ['Expiry', 'The day a contract ends. Nifty has one each week, Bank Nifty each month.'],
  ['Implied volatility', 'The movement an option’s price takes for granted until expiry.'],
  ['Lot', 'The smallest unit of trade. Orders use the lot of the day’s contract list.'],
  ['Open interest (OI)', 'Contracts that are held open. Shown in lakhs.'],
  ['PCR', 'Put-call ratio: open interest of puts divided by that of calls.'],
  ['Premium', 'The price of an option, for one unit.'],
  ['R', 'The planned risk of a trade for one unit: entry price less first stop.'],
  ['Slippage', 'The difference between the price one wanted and the price one got.'],
  ['Square-off', 'Closing what is open because the session ends.'],
  ['Stop-limit order (SL)', 'An order that wakes at a trigger and then sells at a limit or better.'],
  ['STT', 'Securities transaction tax: on the sale of an option, part of every result.'],
  ['VWAP', 'Volume-weighted average price since the open.'],
]

export const GLOSSARY: Section = {
  id: 'glossary',
  title: 'Glossary',
  body: (
    <dl>
      {TERMS.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  ),
}

export const INSTALLING: Section = {
  id: 'install',
  title: 'Install it as an app',
  body: (
    <>
      <p>There is no app in Apple’s or Google’s store. The web app installs from the browser and is the same thing:</p>
      <ul>
        <li>iPhone and iPad: open this site in Safari, press Share, then Add to Home Screen.</li>
        <li>Android: open it in Chrome, press the three dots, then Install app or Add to Home screen.</li>
        <li>Desktop: Chrome and Edge show an install mark at the end of the address bar.</li>
      </ul>
      <p>Without a network it says so and shows nothing old: prices and trades are never kept on the device.</p>
    </>
  ),
}
