import type { MessageBody } from '@strikewise/wire/message.ts'

/** A text that the server wrote in the user's language; one from before messages were data is English, and marked so. */
export function ServerText({
  of: { text, message },
}: {
  of: { readonly text: string; readonly message: MessageBody }
}) {
  return message.code === 'legacy.text' ? <span lang="en">{text}</span> : text
}
