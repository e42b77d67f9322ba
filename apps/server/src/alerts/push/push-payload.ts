/** What a notification shows and where it leads, as the service worker of the app reads it. */
export interface PushContent {
  readonly title: string
  readonly text: string
  /** A path of the app. */
  readonly path: string
  /** A notification of the same tag takes the place of the one before: a message that arrives twice is shown once. */
  readonly tag: string
  /** BCP 47. */
  readonly lang: string
  /** Of the event, in epoch milliseconds. */
  readonly at: number
}

/** Push services take 4,096 bytes of an encrypted message; devices show a few lines. */
const MAX_BYTES = 3_000
const MAX_TITLE = 120

/** The text of a push message, at most 3,000 bytes long: a longer text is cut between its characters. */
export function pushPayload(content: PushContent): string {
  const title = Array.from(content.title).slice(0, MAX_TITLE).join('')
  const characters = Array.from(content.text)
  let payload = JSON.stringify({ ...content, title })
  for (let length = characters.length; Buffer.byteLength(payload) > MAX_BYTES;) {
    length = Math.floor(length * 0.9)
    payload = JSON.stringify({ ...content, title, text: `${characters.slice(0, length).join('')}…` })
  }
  return payload
}
