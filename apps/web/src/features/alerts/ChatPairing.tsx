import type { AlertSettings } from '@strikewise/wire/alerts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Link2, Send, Unlink } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../lib/error-detail.ts'
import { epochOf, istMinute } from '../../lib/ist-format.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { alertSettingsQuery } from './queries.ts'

/** Pairs a chat by a start link, says where alerts go now, tries it and takes it away. */
export function ChatPairing({ settings, onUnlink }: { settings: AlertSettings; onUnlink: () => Promise<void> }) {
  const { chat, in_plan, last } = settings
  return (
    <div className="space-y-4">
      <ChatState settings={settings} />
      {chat?.state !== 'paired' && <StartLink />}
      {chat !== null && (
        <div className="flex flex-wrap gap-2">
          {chat.state === 'paired' && in_plan && <TestButton />}
          <UnlinkButton onUnlink={onUnlink} />
        </div>
      )}
      {last !== null && <LastMessage last={last} />}
    </div>
  )
}

function ChatState({ settings: { chat, bot, bot_url } }: { settings: AlertSettings }) {
  if (chat === null) return null
  const name = bot === null ? 'the alert bot' : `@${bot}`
  switch (chat.state) {
    case 'paired':
      return (
        <Notice tone="up" role="status" title={`Alerts go to chat ${chat.id}`}>
          Send /help there to see what {name} can do.
        </Notice>
      )
    case 'waiting':
      return (
        <Notice
          tone="warn"
          role="status"
          title={`Chat ${chat.id} has not agreed yet`}
          action={bot_url !== null && <OpenLink href={bot_url} label="Open the bot" />}
        >
          Send /start to {name} in that chat and press ‘Yes, send them here’. Nothing is sent there before.
        </Notice>
      )
    case 'gone':
      return (
        <Notice tone="down" role="alert" title={`Telegram no longer takes messages for chat ${chat.id}`}>
          Was the bot blocked? Unblock {name} and send it /start to have alerts again.
        </Notice>
      )
  }
}

function StartLink() {
  const queries = useQueryClient()
  const [url, setUrl] = useState<string>()
  const link = useMutation({
    mutationFn: () => api.call('telegramLink', { body: {} }),
    onSuccess: async (reply) => {
      setUrl(reply.url)
      await queries.invalidateQueries({ queryKey: alertSettingsQuery.queryKey })
    },
    onError: (error) => toast.error(errorDetail(error)),
  })
  if (url !== undefined)
    return (
      <div className="space-y-2">
        <OpenLink href={url} label="Open the bot and press Start" tone="primary" />
        <p className="text-sm text-ink-3">The link works once, for fifteen minutes. This page shows when it is done.</p>
      </div>
    )
  return (
    <div className="space-y-2">
      <Button busy={link.isPending} onClick={() => link.mutate()}>
        <Link2 aria-hidden="true" />
        Pair by link
      </Button>
      <p className="text-sm text-ink-3">The easier way: no chat ID to look up.</p>
    </div>
  )
}

function OpenLink({
  href,
  label,
  tone = 'secondary',
}: {
  href: string
  label: string
  tone?: 'primary' | 'secondary'
}) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass(tone, tone === 'primary' ? 'md' : 'sm')}>
      <ExternalLink aria-hidden="true" />
      {label}
    </a>
  )
}

function TestButton() {
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => api.call('telegramTest', { body: {} }),
    onSuccess: (reply) => {
      queries.setQueryData(alertSettingsQuery.queryKey, reply)
      toast.success('The test message is on its way.')
    },
    onError: (error) => toast.error(errorDetail(error)),
  })
  return (
    <Button tone="secondary" size="sm" busy={test.isPending} onClick={() => test.mutate()}>
      <Send aria-hidden="true" />
      Send test message
    </Button>
  )
}

function UnlinkButton({ onUnlink }: { onUnlink: () => Promise<void> }) {
  const unlink = useMutation({ mutationFn: onUnlink, onError: (error) => toast.error(errorDetail(error)) })
  return (
    <Button tone="danger-quiet" size="sm" busy={unlink.isPending} onClick={() => unlink.mutate()}>
      <Unlink aria-hidden="true" />
      Unlink chat
    </Button>
  )
}

const STATE_WORDS = {
  waiting: 'is on its way',
  sent: 'was delivered',
  given_up: 'was not delivered',
} as const satisfies Record<NonNullable<AlertSettings['last']>['state'], string>

function LastMessage({ last }: { last: NonNullable<AlertSettings['last']> }) {
  const at = epochOf(last.at)
  return (
    <p className="text-sm text-ink-3">
      Last message: {last.title}
      {at !== undefined && ` of ${istMinute(at)} IST`} {STATE_WORDS[last.state]}
      {last.problem === null ? '.' : `: ${last.problem}.`}
    </p>
  )
}
