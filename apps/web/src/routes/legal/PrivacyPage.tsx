import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PRIVACY_POLICY } from '@strikewise/legal/privacy.ts'
import { RetentionTable } from '../../features/data-rights/RetentionTable.tsx'
import { Article, numbered, type Section } from '../../features/site/Article.tsx'
import { BindingText } from '../../features/site/BindingText.tsx'
import { LastUpdated } from './LastUpdated.tsx'

/** Beside the policy's own words: what the jobs of this installation do. */
const RETENTION_SECTION: Section = {
  id: 'retention',
  title: <Trans>Kept how long, kind by kind</Trans>,
  body: (
    <>
      <p>
        <Trans>
          What “up to 90 days” means for each kind of data since November 2026: the same table the clean-up job goes by.
          To see, correct or erase your data, go to <a href="/dpdp">your data</a>.
        </Trans>
      </p>
      <RetentionTable />
    </>
  ),
}

const IN_SHORT: readonly MessageDescriptor[] = [
  msg`Stored are your name and email address, plan, settings, consents, your broker’s keys in encrypted form, and the orders and trades made for you.`,
  msg`They serve to show signals, to trade by your settings, to send the alerts you ask for, and to keep the records the law asks for. They are not sold.`,
  msg`Secrets and tokens are encrypted, are never shown again, and are read only by the part that places orders.`,
  msg`Personal data is kept for up to 90 days after the account ends; the trail of orders longer where the law requires it, without your name.`,
  msg`You may see, correct, export and erase your data. An account with an open position is erased once it is flat.`,
  msg`On your device are a session cookie, your theme and the label of your subscription, no secret.`,
]

export function PrivacyPage() {
  return (
    <Article
      title={<Trans>Privacy policy</Trans>}
      note={<LastUpdated of={PRIVACY_POLICY} />}
      notice={<BindingText points={IN_SHORT} />}
      sections={[...numbered(PRIVACY_POLICY.sections), RETENTION_SECTION]}
    />
  )
}
