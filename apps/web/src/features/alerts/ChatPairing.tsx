import { Trans, useLingui } from '@lingui/react/macro'
import type { AlertSettings } from '@strikewise/wire/alerts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Link2, Send, Unlink } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { epochOf, istMinute } from '../../lib/ist-format.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { alertSettingsQuery } from './queries.ts'

/** Pairs a chat by a start link, shows where alerts go now, tries it and takes it away. */
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
  const { t } = useLingui()
  if (chat === null) return null
  const name = bot === null ? t`the alert bot` : `@${bot}`
  const { id } = chat
  switch (chat.state) {
    case 'paired':
      return (
        <Notice tone="up" role="status" title={t`Alerts go to chat ${id}`}>
          <Trans>Send /help there to see what {name} can do.</Trans>
        </Notice>
      )
    case 'waiting':
      return (
        <Notice
          tone="warn"
          role="status"
          title={t`Chat ${id} has not agreed yet`}
          action={bot_url !== null && <OpenLink href={bot_url} label={t`Open the bot`} />}
        >
          <Trans>
            Send /start to {name} in that chat and press ‘Yes, send them here’. Nothing is sent there before.
          </Trans>
        </Notice>
      )
    case 'unreachable':
      return (
        <Notice tone="down" role="alert" title={t`Telegram no longer takes messages for chat ${id}`}>
          <Trans>Was the bot blocked? Unblock {name} and send it /start to have alerts again.</Trans>
        </Notice>
      )
  }
}

function StartLink() {
  const { t } = useLingui()
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
        <OpenLink href={url} label={t`Open the bot and press Start`} tone="primary" />
        <p className="text-sm text-ink-3">
          <Trans>The link works once, for fifteen minutes. This page shows when it is done.</Trans>
        </p>
      </div>
    )
  return (
    <div className="space-y-2">
      <Button busy={link.isPending} onClick={() => link.mutate()}>
        <Link2 aria-hidden="true" />
        <Trans>Connect Telegram</Trans>
      </Button>
      <p className="text-sm text-ink-3">
        <Trans>Recommended</Trans>
      </p>
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
  const { t } = useLingui()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => api.call('telegramTest', { body: {} }),
    onSuccess: (reply) => {
      queries.setQueryData(alertSettingsQuery.queryKey, reply)
      toast.success(t`Test message sent.`)
    },
    onError: (error) => toast.error(errorDetail(error)),
  })
  return (
    <Button tone="secondary" size="sm" busy={test.isPending} onClick={() => test.mutate()}>
      <Send aria-hidden="true" />
      <Trans>Send test message</Trans>
    </Button>
  )
}

function UnlinkButton({ onUnlink }: { onUnlink: () => Promise<void> }) {
  const unlink = useMutation({ mutationFn: onUnlink, onError: (error) => toast.error(errorDetail(error)) })
  return (
    <Button tone="danger-quiet" size="sm" busy={unlink.isPending} onClick={() => unlink.mutate()}>
      <Unlink aria-hidden="true" />
      <Trans>Unlink chat</Trans>
    </Button>
  )
}

function LastMessage({ last }: { last: NonNullable<AlertSettings['last']> }) {
  const { t } = useLingui()
  const at = epochOf(last.at)
  const [title, time] = [last.title, at === undefined ? last.at : `${istMinute(at)} IST`]
  const news = {
    waiting: t`Last message: ${title} of ${time} is on its way`,
    sent: t`Last message: ${title} of ${time} was delivered`,
    given_up: t`Last message: ${title} of ${time} was not delivered`,
  }[last.state]
  const { problem } = last
  return <p className="text-sm text-ink-3">{problem === null ? t`${news}.` : t`${news}: ${problem}.`}</p>
}
