import { PRIVACY_POLICY } from '@strikewise/domain/legal/privacy.ts'
import { RetentionTable } from '../../features/data-rights/RetentionTable.tsx'
import { Article, numbered, type Section } from '../../features/site/Article.tsx'

/** Beside the policy's own words: what the jobs of this installation do. */
const RETENTION_SECTION: Section = {
  id: 'retention',
  title: 'Kept how long, kind by kind',
  body: (
    <>
      <p>
        What “up to 90 days” means for each kind of data since November 2026: the same table the clean-up job goes by.
        To see, correct or erase your data, go to <a href="/dpdp">your data</a>.
      </p>
      <RetentionTable />
    </>
  ),
}

export function PrivacyPage() {
  return (
    <Article
      title="Privacy policy"
      note={`Last updated ${PRIVACY_POLICY.updated}`}
      sections={[...numbered(PRIVACY_POLICY.sections), RETENTION_SECTION]}
    />
  )
}
