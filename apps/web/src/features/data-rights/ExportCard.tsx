import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function ExportCard() {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const fetchAll = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const data = await api.call('exportMyData')
      saveFile(`strikewise-data-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, undefined, 2))
    } catch (error) {
      setFailure(errorDetail(error))
    }
    setBusy(false)
  }
  return (
    <Card aria-labelledby="export">
      <CardHeader
        id="export"
        title={t`Export your data`}
        actions={
          <Button tone="secondary" size="sm" busy={busy} onClick={() => void fetchAll()}>
            {!busy && <Download aria-hidden="true" />}
            <Trans>Download</Trans>
          </Button>
        }
      />
      <div className="space-y-3 p-4 text-sm">
        <p>
          <Trans>One JSON file with every table. Keys, tokens and passwords are not included.</Trans>
        </p>
        {failure !== undefined && (
          <Notice tone="down" role="alert" title={t`The export failed`}>
            {failure}
          </Notice>
        )}
      </div>
    </Card>
  )
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
