import { BookCheck, FileSearch, LayoutDashboard, OctagonX, Scale, ShieldCheck, type LucideIcon } from 'lucide-react'

interface Point {
  readonly title: string
  readonly text: string
}

/** The start page's six cards. Each says something the product does now. */
export const FEATURES: readonly (Point & { readonly Icon: LucideIcon })[] = [
  {
    Icon: FileSearch,
    title: 'Signals with reasons',
    text: 'Seven agents read candles, indicators, the option chain, sideways markets, forbidden moments, institutional flows and spikes. Each shows its readings and what they weigh.',
  },
  {
    Icon: Scale,
    title: 'A decision every minute',
    text: 'A trade, or the reasons why none, and what would change the answer. Both are written down before anybody sees them.',
  },
  {
    Icon: ShieldCheck,
    title: 'One stop from the start',
    text: 'What fills gets a stop order that rests at the exchange. It is only ever raised, and it stays if our servers go down.',
  },
  {
    Icon: OctagonX,
    title: 'Limits you set',
    text: 'Lots, entries for each index, a loss cap for the day, and a stop button that ends new entries at once.',
  },
  {
    Icon: LayoutDashboard,
    title: 'A live dashboard',
    text: 'Prices, signals, the option chain and open trades on one page, on a phone as on a desk, with the age of what you see.',
  },
  {
    Icon: BookCheck,
    title: 'A record you can verify',
    text: 'Every signal and decision is chained to the one before and each day is signed. Your browser can check it, and make any decision again.',
  },
]

/** 'How it works': the names are the specification's. */
export const STEPS: readonly Point[] = [
  {
    title: 'Connect Broker',
    text: 'Your own Zerodha account with your own API key, or a paper account with one press.',
  },
  { title: 'Live Data Stream', text: 'Ticks of both indices, their futures and options, checked for gaps and age.' },
  { title: 'Signal Engine', text: 'Agents vote, others forbid. Out comes one explained decision a closed minute.' },
  {
    title: 'Trade Execution',
    text: 'A limit order sized by your budget, then a stop. Only if you armed it and agreed.',
  },
  { title: 'Daily Reports', text: 'Each trade with its charges, from the broker’s own fills, and why it was made.' },
]

/** What others do, and what is done here. */
export const COMPARED: readonly { readonly what: string; readonly usual: string; readonly here: string }[] = [
  { what: 'Reasons', usual: 'A buy or sell arrow', here: 'Every reading, its threshold and its weight' },
  { what: 'Days without a trade', usual: 'Silence', here: 'The reasons, minute by minute' },
  { what: 'The past', usual: 'A chart somebody made', here: 'A signed record you check yourself' },
  { what: 'Stop-loss', usual: 'In the program’s memory', here: 'An order at the exchange' },
  { what: 'After a loss', usual: 'Often a bigger trade', here: 'At most one smaller second attempt' },
  { what: 'Your money', usual: 'Sometimes pooled', here: 'Never leaves your broker account' },
  { what: 'Practice', usual: 'A demo with made-up fills', here: 'A paper account that runs the same code' },
]

export const STRENGTHS: readonly string[] = [
  'It says why, and also why not',
  'It follows the same rules every day',
  'It squares off before the close, every day',
  'It can be stopped with one press',
]

/** Source: specification §1. */
export const LIMITS: readonly string[] = [
  'It cannot predict news-driven spikes',
  'It needs stable internet and broker connectivity',
  'It works best with capital of 10K rupees or more',
  'It does not trade illiquid or sideways sessions',
]
