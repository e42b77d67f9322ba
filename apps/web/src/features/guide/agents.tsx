import type { AgentName } from '@strikewise/domain/agents/registry.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Section } from '../site/Article.tsx'

interface AgentGuide {
  readonly name: MessageDescriptor
  readonly looksAt: MessageDescriptor
  readonly says: MessageDescriptor
}

/** One entry an agent: a new one does not compile until it is explained. */
const AGENTS: Readonly<Record<AgentName, AgentGuide>> = {
  candle_signal: {
    name: msg`Candles`,
    looksAt: msg`Closed five-minute candles: engulfing, hammer, shooting star, morning and evening star, marubozu, harami, three soldiers, three crows; with trend, size and volume around them.`,
    says: msg`Bullish or bearish when a pattern stands, fading with each candle after it. Mostly neutral.`,
  },
  indicator_signal: {
    name: msg`Indicators`,
    looksAt: msg`Moving averages, VWAP of the future, RSI, MACD, Supertrend, and the fifteen-minute trend.`,
    says: msg`The direction of the trend. It needs more to turn than to stay, so it does not flicker.`,
  },
  option_chain_signal: {
    name: msg`Option chain`,
    looksAt: msg`Changes of open interest over fifteen minutes around the money, put-call ratio, the walls of open interest, skew and volatility.`,
    says: msg`On which side writers lean, and whether a wall gives way. Max pain is shown and counts for nothing.`,
  },
  sideways_detector_signal: {
    name: msg`Sideways detector`,
    looksAt: msg`ADX, Choppiness, the squeeze of Bollinger bands, and the range of the last hour.`,
    says: msg`Range or trend. In a range nothing is entered.`,
  },
  market_block_signal: {
    name: msg`Market block`,
    looksAt: msg`Calendar and hours, gaps, scheduled events, India VIX, the age of the feed, spreads, circuit breakers, faults in the data.`,
    says: msg`Blocked or unblocked, with every rule that forbids and until when. It forbids entries, never exits.`,
  },
  fii_dii_signal: {
    name: msg`FII / DII`,
    looksAt: msg`What foreign and domestic institutions bought and sold, and foreign positions in index futures, once published; the tone of headlines.`,
    says: msg`A slow opinion for the next session, with a low weight.`,
  },
  spike_signal: {
    name: msg`Spike`,
    looksAt: msg`Jumps of a minute’s return against the usual volatility of that quarter hour.`,
    says: msg`The direction of a jump for some minutes. It protects more than it predicts.`,
  },
}

function Agents() {
  const { t } = useLingui()
  return (
    <dl>
      {Object.values(AGENTS).map(({ name, looksAt, says }) => (
        <div key={name.id}>
          <dt>{t(name)}</dt>
          <dd>
            <strong className="font-medium">
              <Trans>Looks at:</Trans>
            </strong>{' '}
            {t(looksAt)}{' '}
            <strong className="font-medium">
              <Trans>Says:</Trans>
            </strong>{' '}
            {t(says)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const AGENT_SECTIONS: readonly Section[] = [
  {
    id: 'agents',
    title: <Trans>What each agent looks at</Trans>,
    body: <Agents />,
  },
  {
    id: 'decision',
    title: <Trans>How a decision is made</Trans>,
    body: (
      <ol>
        <li>
          <Trans>
            Five agents vote with a weight: candles, indicators, option chain, institutions, spikes. Whose data is too
            old does not count.
          </Trans>
        </li>
        <li>
          <Trans>At least 70% of the weight has to be up to date.</Trans>
        </li>
        <li>
          <Trans>
            The weighted sum must reach 0.40 on two closed minutes in a row; over lunch, from 12:00 to 13:15, 0.45.
          </Trans>
        </li>
        <li>
          <Trans>
            At least two of candles, indicators and option chain agree, and none of the strong ones opposes.
          </Trans>
        </li>
        <li>
          <Trans>Neither the market block nor the sideways detector forbids it.</Trans>
        </li>
        <li>
          <Trans>A contract near 0.55 delta with a tight spread and enough on offer exists. Otherwise: no trade.</Trans>
        </li>
      </ol>
    ),
  },
]
