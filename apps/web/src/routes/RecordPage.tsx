import { useLingui } from '@lingui/react/macro'
import { RecordPanels } from '../features/record/RecordPanels.tsx'
import { Article } from '../features/site/Article.tsx'

export function RecordPage() {
  const { t } = useLingui()
  return (
    <Article
      title={t`The record`}
      lead={t`Every signal and every decision is written here before anybody sees it, each entry chained to the one before. When a day is over its end is signed. Nothing in it is about a user.`}
      wide
    >
      <RecordPanels />
    </Article>
  )
}
