/** Cuts the bytes of a WebSocket server into its frames (RFC 6455 §5.2); what servers send is not masked. */
export class FrameSplitter {
  #pending: Buffer = Buffer.alloc(0)

  /** The frames that are whole by now, as they came over the line. */
  push(bytes: Buffer): Buffer[] {
    this.#pending = Buffer.concat([this.#pending, bytes])
    const frames: Buffer[] = []
    for (let length = this.#lengthOfFirst(); length !== undefined; length = this.#lengthOfFirst()) {
      frames.push(this.#pending.subarray(0, length))
      this.#pending = this.#pending.subarray(length)
    }
    return frames
  }

  /** Head and payload of the first frame together; undefined while it is not all here. */
  #lengthOfFirst(): number | undefined {
    if (this.#pending.length < 2) return undefined
    const short = this.#pending[1]! & 0x7f
    const headLength = short === 126 ? 4 : short === 127 ? 10 : 2
    if (this.#pending.length < headLength) return undefined
    const payload =
      short === 126 ? this.#pending.readUInt16BE(2) : short === 127 ? Number(this.#pending.readBigUInt64BE(2)) : short
    return this.#pending.length < headLength + payload ? undefined : headLength + payload
  }
}
