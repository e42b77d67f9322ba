import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { OFFERED_AGENTS, VETO_AGENTS, VOTING_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { BookCheck, FileSearch, LayoutDashboard, OctagonX, Scale, ShieldCheck, type LucideIcon } from 'lucide-react'
import { broker } from '../../lib/broker.ts'

const agents = OFFERED_AGENTS.length
const voters = VOTING_AGENTS.length
const vetoes = VETO_AGENTS.length

interface Point {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
}

/** The start page's six cards. Each shows something the product does now. */
export const FEATURES: readonly (Point & { readonly Icon: LucideIcon })[] = [
  {
    Icon: FileSearch,
    title: msg`Signals with reasons`,
    text: msg`${agents} agents read price, indicators, option chain, FII/DII flows, spikes, ranges and no-trade windows. You see each reading and how much it counts.`,
  },
  {
    Icon: Scale,
    title: msg`A decision every minute`,
    text: msg`Every minute: a trade, or the reasons not to, and what would change that. Recorded before anyone sees it.`,
  },
  {
    Icon: ShieldCheck,
    title: msg`A stop from the first second`,
    text: msg`Every fill gets a stop order at the exchange. It only moves up, and it stays there if our servers go down.`,
  },
  {
    Icon: OctagonX,
    title: msg`Limits you set`,
    text: msg`Lots, entries for each index, a daily loss limit, and one button that pauses new entries instantly.`,
  },
  {
    Icon: LayoutDashboard,
    title: msg`A live dashboard`,
    text: msg`Prices, signals, option chain and open trades on one screen, on phone and desktop, with the age of every price.`,
  },
  {
    Icon: BookCheck,
    title: msg`A record you can verify`,
    text: msg`Signals and decisions form a hash chain, signed daily. Your browser can verify it and recompute any decision.`,
  },
]

/** 'How it works': the names are the specification's. */
export const STEPS: readonly Point[] = [
  {
    title: msg`Connect Broker`,
    text: msg`Connect your ${broker} account with your own API key, or start on paper in one click.`,
  },
  {
    title: msg`Live Data Stream`,
    text: msg`Ticks of both indices, their futures and options, checked for gaps and age.`,
  },
  {
    title: msg`Signal Engine`,
    text: msg`${voters} agents vote, ${vetoes} can veto. Every minute ends in one explained decision.`,
  },
  {
    title: msg`Trade Execution`,
    text: msg`A limit order within your budget, then a stop. Only after you turn it on and consent.`,
  },
  {
    title: msg`Daily Reports`,
    text: msg`Each trade with its charges, from the broker’s own fills, and why it was made.`,
  },
]

/** What others do, and what is done here. */
export const COMPARED: readonly {
  readonly what: MessageDescriptor
  readonly usual: MessageDescriptor
  readonly here: MessageDescriptor
}[] = [
  { what: msg`Reasons`, usual: msg`A buy or sell arrow`, here: msg`Every reading, its threshold and its weight` },
  { what: msg`Days without a trade`, usual: msg`Silence`, here: msg`The reasons, minute by minute` },
  { what: msg`Track record`, usual: msg`A chart made by the seller`, here: msg`A signed record you check yourself` },
  { what: msg`Stop-loss`, usual: msg`In the program’s memory`, here: msg`An order at the exchange` },
  { what: msg`After a loss`, usual: msg`Often a bigger trade`, here: msg`At most one smaller second attempt` },
  { what: msg`Your money`, usual: msg`Sometimes pooled`, here: msg`Never leaves your broker account` },
  { what: msg`Practice`, usual: msg`A demo with made-up fills`, here: msg`A paper account that runs the same code` },
]

export const STRENGTHS: readonly MessageDescriptor[] = [
  msg`Explains every trade, and every minute without one`,
  msg`Follows the same rules every day`,
  msg`Squares off before the close, every day`,
  msg`Pauses with one click`,
]

/** Source: specification §1. */
export const LIMITS: readonly MessageDescriptor[] = [
  msg`It cannot predict news-driven spikes`,
  msg`It needs stable internet and broker connectivity`,
  msg`It works best with capital of 10K rupees or more`,
  msg`It does not trade illiquid or sideways sessions`,
]
