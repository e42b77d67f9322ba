import type { AgentName } from '@strikewise/domain/agents/signal.ts'
import type { Section } from '../site/Article.tsx'

interface AgentGuide {
  readonly name: string
  readonly looksAt: string
  readonly says: string
}

/** One entry an agent: a new one does not compile until it is explained. */
const AGENTS: Readonly<Record<AgentName, AgentGuide>> = {
  candle_signal: {
    name: 'Candles',
    looksAt:
      'Closed five-minute candles: engulfing, hammer, shooting star, morning and evening star, marubozu, harami, three soldiers, three crows; with trend, size and volume around them.',
    says: 'Bullish or bearish when a pattern stands, fading with each candle after it. Mostly neutral.',
  },
  indicator_signal: {
    name: 'Indicators',
    looksAt: 'Moving averages, VWAP of the future, RSI, MACD, Supertrend, and the fifteen-minute trend.',
    says: 'The direction of the trend. It needs more to turn than to stay, so it does not flicker.',
  },
  option_chain_signal: {
    name: 'Option chain',
    looksAt:
      'Changes of open interest over fifteen minutes around the money, put-call ratio, the walls of open interest, skew and volatility.',
    says: 'On which side writers lean, and whether a wall gives way. Max pain is shown and counts for nothing.',
  },
  sideways_detector_signal: {
    name: 'Sideways detector',
    looksAt: 'ADX, Choppiness, the squeeze of Bollinger bands, and the range of the last hour.',
    says: 'Range or trend. In a range nothing is entered.',
  },
  market_block_signal: {
    name: 'Market block',
    looksAt:
      'Calendar and hours, gaps, scheduled events, India VIX, the age of the feed, spreads, circuit breakers, faults in the data.',
    says: 'Blocked or unblocked, with every rule that forbids and until when. It forbids entries, never exits.',
  },
  fii_dii_signal: {
    name: 'FII / DII',
    looksAt:
      'What foreign and domestic institutions bought and sold, and foreign positions in index futures, once published; the tone of headlines.',
    says: 'A slow opinion for the next session, with a low weight.',
  },
  spike_signal: {
    name: 'Spikes',
    looksAt: 'Jumps of a minute’s return against the usual volatility of that quarter hour.',
    says: 'The direction of a jump for some minutes. It protects more than it predicts.',
  },
}

export const AGENT_SECTIONS: readonly Section[] = [
  {
    id: 'agents',
    title: 'What each agent looks at',
    body: (
      <dl>
        {Object.values(AGENTS).map(({ name, looksAt, says }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong className="font-medium">Looks at:</strong> {looksAt}{' '}
              <strong className="font-medium">Says:</strong> {says}
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
  {
    id: 'decision',
    title: 'How a decision is made',
    body: (
      <ol>
        <li>
          Five agents vote with a weight: candles, indicators, option chain, institutions, spikes. Whose data is too old
          does not count.
        </li>
        <li>At least 70% of the weight has to be up to date.</li>
        <li>The weighted sum must reach 0.40 on two closed minutes in a row; over lunch, from 12:00 to 13:15, 0.45.</li>
        <li>At least two of candles, indicators and option chain agree, and none of the strong ones opposes.</li>
        <li>Neither the market block nor the sideways detector forbids it.</li>
        <li>A contract near 0.55 delta with a tight spread and enough on offer exists. Otherwise: no trade.</li>
      </ol>
    ),
  },
]
