import { Trans } from '@lingui/react/macro'
import type { Section } from '../site/Article.tsx'

/** What stands between a signal and a loss, with the figures the code uses. */
export const RISK_CONTROLS: readonly Section[] = [
  {
    id: 'risk',
    title: <Trans>Risk controls</Trans>,
    body: (
      <dl>
        <dt>
          <Trans>Risk of a unit, R</Trans>
        </dt>
        <dd>
          <Trans>
            The distance from entry to stop: from the market’s present range, and always between 15% and 30% of the
            premium.
          </Trans>
        </dd>
        <dt>
          <Trans>Stop</Trans>
        </dt>
        <dd>
          <Trans>
            A stop-limit order at the exchange for exactly what is held. With trailing: break-even after costs at 1 R of
            profit, then half an R for each further half. Never down. A stop that was triggered and did not fill is
            moved after the price until it does.
          </Trans>
        </dd>
        <dt>
          <Trans>Size</Trans>
        </dt>
        <dd>
          <Trans>
            Elite: your lots, or nothing when they do not fit. Master: as many of your lots as the risk budget carries.
            In both: at most half of the free cash, at most a third of what is on offer.
          </Trans>
        </dd>
        <dt>
          <Trans>Loss cap of the day</Trans>
        </dt>
        <dd>
          <Trans>
            3% of your declared capital unless you set another. When realised and open losses reach it, everything is
            closed and the day is over, also after three losing trades in a row. During a day that has traded it can
            only be made tighter.
          </Trans>
        </dd>
        <dt>
          <Trans>Week and drawdown</Trans>
        </dt>
        <dd>
          <Trans>
            If you set them: no entry once the week, from Monday on, has lost its limit, nor once the account is too far
            below its peak, until you change that limit. An entry whose planned loss does not fit is refused too. Open
            trades keep their own exits.
          </Trans>
        </dd>
        <dt>
          <Trans>Profit lock</Trans>
        </dt>
        <dd>
          <Trans>
            If you set one: once the day’s net profit has reached your amount, everything is closed and the day is over
            when it falls back to the share of its peak that you keep. The floor rises with the peak and never falls.
          </Trans>
        </dd>
        <dt>
          <Trans>Entries</Trans>
        </dt>
        <dd>
          <Trans>
            Three for an index and day unless you raise it; ten minutes after any exit, thirty in the same direction
            after a stop. You can limit the trades of a day over all indices, pause entries for longer after a losing
            trade, and end the day after fewer losses in a row.
          </Trans>
        </dd>
        <dt>
          <Trans>After a loss</Trans>
        </dt>
        <dd>
          <Trans>No larger trade, ever. At most one second attempt of half the size or less, twice a day.</Trans>
        </dd>
        <dt>
          <Trans>Hours</Trans>
        </dt>
        <dd>
          <Trans>
            Entries from 9:30 to 14:45, on an expiry day to 13:30. Positions are squared off from 15:05, contracts that
            expire the same day from 14:45. Elite and Master: you can limit entries to weekdays and hours you choose;
            exits never depend on them.
          </Trans>
        </dd>
        <dt>
          <Trans>Spikes</Trans>
        </dt>
        <dd>
          <Trans>No entry for a minute after one. A strong one against a position ends it.</Trans>
        </dd>
        <dt>
          <Trans>Doubt</Trans>
        </dt>
        <dd>
          <Trans>
            When an answer of the broker is lost, the order is looked up and never simply sent again. When prices are
            old, clocks disagree or our own store does not answer, nothing new is opened.
          </Trans>
        </dd>
        <dt>
          <Trans>Two stop switches</Trans>
        </dt>
        <dd>
          <Trans>Yours, and the operator’s for all accounts. Exits pass both.</Trans>
        </dd>
      </dl>
    ),
  },
]
