import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether this process has been asked to end and still serves, so that balancers send new requests to other processes. */
export class Drain {
  #hasBegun = false

  hasBegun(): boolean {
    return this.#hasBegun
  }

  /**
   * From here on `/readyz` answers 503, and each answer ends its connection: a client would otherwise send its next request
   * on a connection that is being closed. Calls and streams are served for `seconds`; in the second half, when balancers have
   * noticed, `closeSockets` is asked to spread the end of the streams over the milliseconds it is given.
   */
  async run(server: Server, seconds: number, closeSockets: (withinMs: number) => Promise<void>): Promise<void> {
    this.#hasBegun = true
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    const halfMs = seconds * 500
    await delay(halfMs)
    await closeSockets(halfMs)
  }
}
