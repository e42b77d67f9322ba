import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TERMS_OF_USE } from '@strikewise/legal/terms.ts'
import { Article, numbered } from '../../features/site/Article.tsx'
import { BindingText } from '../../features/site/BindingText.tsx'
import { LastUpdated } from './LastUpdated.tsx'

const IN_SHORT: readonly MessageDescriptor[] = [
  msg`You must be 18 or older. One person, one account.`,
  msg`Strikewise shows computed signals and, on Elite and Master, places orders in your own broker account by your settings and consent.`,
  msg`A plan runs for 30, 90 or 365 days from payment. Then you are on Starter; open positions keep their protective exits.`,
  msg`Within 7 days of a payment support pays all of it back; later, the whole days that are left. What it bought ends then.`,
  msg`Elite and Master need a broker account of your own and a token made before 9:00 AM each trading day. The broker’s API fee is paid to the broker.`,
  msg`Keep your password and your broker’s keys to yourself, keep enough cash in your account, and watch your positions.`,
  msg`Nothing is investment advice, the service may be interrupted, and no result is guaranteed.`,
  msg`You may stop at any time. We may end accounts that break the terms, once open positions are flat.`,
]

export function TermsPage() {
  return (
    <Article
      title={<Trans>Terms of use</Trans>}
      note={<LastUpdated of={TERMS_OF_USE} />}
      notice={<BindingText points={IN_SHORT} />}
      sections={numbered(TERMS_OF_USE.sections)}
    />
  )
}
