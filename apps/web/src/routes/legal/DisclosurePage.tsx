import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { RISK_DISCLOSURE } from '@strikewise/legal/disclosure.ts'
import { Article, numbered } from '../../features/site/Article.tsx'
import { BindingText } from '../../features/site/BindingText.tsx'
import { LastUpdated } from './LastUpdated.tsx'

const IN_SHORT: readonly MessageDescriptor[] = [
  msg`A bought option can lose all of its value in minutes, and most bought options expire worth less than they cost.`,
  msg`Signals are computed by rules. They are not investment advice and do not know your circumstances.`,
  msg`No return is promised. Results of the past, simulated or real, say nothing certain about the future.`,
  msg`News, orders of the authorities, trading halts and gaps cannot be predicted. A stop does not help against a gap.`,
  msg`A stop order may fill below its trigger or not at all. The broker or the exchange may delay or refuse orders.`,
  msg`With auto execute on, orders are placed without asking again. You remain responsible for your account and its funds.`,
  msg`Broker, exchange, network or our servers can fail while a position is open.`,
  msg`Brokerage, taxes and exchange charges reduce every result, whether it wins or loses.`,
  msg`It works best with capital of ₹10,000 or more. Never trade with borrowed money or with money you need for living.`,
  msg`Connecting a broker account is voluntary and can be ended at any time. If you do not accept these risks, do not connect one.`,
]

export function DisclosurePage() {
  return (
    <Article
      title={<Trans>Risk disclosure</Trans>}
      note={<LastUpdated of={RISK_DISCLOSURE} />}
      notice={<BindingText points={IN_SHORT} />}
      lead={<Trans>Trading in options carries a high risk. You can lose all of the money you put in.</Trans>}
      sections={numbered(RISK_DISCLOSURE.sections)}
    >
      {/* Beside the text people agreed to, not in it: these figures change with each study. */}
      <p>
        <Trans>
          What the regulator counted: 87.7% of individual traders in equity futures and options lost money in the year
          2025-26, together about ₹91,685 crore net, and about 92% of it in options (SEBI, study of 20 August 2026).
        </Trans>
      </p>
    </Article>
  )
}
