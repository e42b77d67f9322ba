/** A socket of the stream whose other end is the test. */
export class StreamSocket extends EventTarget {
  /** The one that was opened last. */
  static newest: StreamSocket

  readonly url: string
  readonly sent: string[] = []
  isClosed = false

  constructor(url = 'ws://localhost/api/stream') {
    super()
    this.url = url
    StreamSocket.newest = this
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.dispatchEvent(new Event('close'))
  }

  opens(): void {
    this.dispatchEvent(new Event('open'))
  }

  fails(): void {
    this.dispatchEvent(new Event('error'))
  }

  receives(...entries: unknown[]): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(entries) }))
  }

  /** The whole value of a topic. */
  brings(topic: string, value: unknown, id = 1, n = 1): void {
    this.receives({ topic, id, n, value })
  }

  /** What the page asked for last. */
  get request(): unknown {
    return JSON.parse(this.sent.at(-1) ?? 'null')
  }
}
