import { wireTime } from '../lib/ist-format.ts'
import { cx } from './cx.ts'

interface Message<From extends string> {
  readonly id: number
  readonly from: From
  readonly text: string
  readonly at: string
}

interface MessageListProps<From extends string> {
  messages: readonly Message<From>[]
  /** Whose messages stand at the reader's side. */
  own: From
  names: Readonly<Record<From, string>>
}

/** A conversation, oldest first. What comes in is read out. */
export function MessageList<From extends string>({ messages, own, names }: MessageListProps<From>) {
  return (
    <ol role="log" className="max-h-120 space-y-3 overflow-y-auto p-5">
      {messages.map((message) => (
        <li
          key={message.id}
          className={cx(
            'max-w-[85%] rounded-md border px-3.5 py-2.5 text-sm',
            message.from === own ? 'ml-auto bg-accent-soft' : 'bg-sunken',
          )}
        >
          <p className="flex items-baseline justify-between gap-4 text-xs text-ink-3">
            <span className="font-medium">{names[message.from]}</span>
            <time dateTime={message.at}>{wireTime(message.at)}</time>
          </p>
          <p className="mt-1 break-words whitespace-pre-line text-ink">{message.text}</p>
        </li>
      ))}
    </ol>
  )
}
