import { useLingui } from '@lingui/react/macro'
import { PublicLogPanels } from '../features/public-log/PublicLogPanels.tsx'
import { Article } from '../features/site/Article.tsx'

export function RecordPage() {
  const { t } = useLingui()
  return (
    <Article
      title={t`The record`}
      lead={t`Every signal and decision is recorded here before anyone sees it. Entries are hash-chained and each day is signed after the close. It holds no user data.`}
      wide
    >
      <PublicLogPanels />
    </Article>
  )
}
