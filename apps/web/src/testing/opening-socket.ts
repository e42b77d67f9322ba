/** A WebSocket that opens once it is listened to and sends nothing: the list of trades is then asked for. */
export class OpeningSocket extends EventTarget {
  constructor() {
    super()
    setTimeout(() => this.dispatchEvent(new Event('open')))
  }
  send() {}
  close() {}
}
