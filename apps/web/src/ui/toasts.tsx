import { useEffect } from 'react'
import { later, useLater } from '../lib/later.ts'
import { useStore } from '../lib/store.ts'
import { waitingToasts, type ToastKind } from './waiting-toasts.ts'

const list = later(async () => (await import('./ToastList.tsx')).ToastList)

/** Reports something in passing. Errors stay longer and interrupt a screen reader. */
export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
  info: (text: string) => add('info', text),
}

function add(kind: ToastKind, text: string): void {
  waitingToasts.set([...waitingToasts.get(), { kind, text }])
}

/** Where toasts appear. Mounted once, by the app. */
export function Toasts() {
  const List = useLater(list)
  return List === undefined ? <PlainToasts /> : <List />
}

/** As text, while the list is not loaded: what is reported may be that the network is gone. */
function PlainToasts() {
  const waiting = useStore(waitingToasts)
  useEffect(() => {
    if (waiting.length > 0) list.load().catch(() => undefined)
  }, [waiting])
  return (
    <div className="fixed right-4 bottom-(--toasts-bottom) left-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-92">
      {waiting.map(({ kind, text }) => (
        <p
          key={text}
          role={kind === 'error' ? 'alert' : 'status'}
          className="rounded-md border bg-raised p-3.5 text-sm font-medium break-words text-ink shadow-lg"
        >
          {text}
        </p>
      ))}
    </div>
  )
}
