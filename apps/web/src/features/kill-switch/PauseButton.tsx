import { Trans } from '@lingui/react/macro'
import { Lock, Pause, Play } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { buttonClass, Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { requestAct } from '../position/act-request.ts'

interface PauseButtonProps {
  /** New entries are paused. */
  paused: boolean
  /** No entry is made today whatever this switch shows. */
  locked: boolean
  className?: string
}

/** The user's own switch: no new entries while it is on; exits always pass. Asks before it changes anything. */
export function PauseButton({ paused, locked, className }: PauseButtonProps) {
  if (paused)
    return (
      <span role="status" className={className}>
        <button
          type="button"
          aria-keyshortcuts="P"
          className={buttonClass('warn', 'sm')}
          onClick={() => requestAct('resume')}
        >
          <Play aria-hidden="true" />
          <Trans>Entries paused · Resume</Trans>
        </button>
      </span>
    )
  if (locked)
    return (
      <Badge tone="down" icon={<Lock aria-hidden="true" />} {...(className === undefined ? {} : { className })}>
        <Trans>No more entries today</Trans>
      </Badge>
    )
  return (
    <Button tone="warn" size="sm" aria-keyshortcuts="P" className={cx(className)} onClick={() => requestAct('pause')}>
      <Pause aria-hidden="true" />
      <Trans>Pause entries</Trans>
    </Button>
  )
}
