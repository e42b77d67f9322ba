import { shutdownOnSignals, stopChildren } from './child-processes.ts'

/** Something that runs until it is stopped: a program, or what keeps one running. */
interface Stoppable {
  readonly name: string
  /** Resolves when it and everything it started has ended. */
  stop(): Promise<void>
  /** Resolves with how it ended, when that is an end for all. */
  readonly ended?: Promise<string>
}

/**
 * Programs that run and end together: by a signal to this process, by the end of one of them, or by an error of `run`.
 * After a signal this process ends with status 0, otherwise with 1.
 */
export class ProgramGroup {
  readonly #members: Stoppable[] = []
  readonly #logs: string
  #stopping = false

  /** `logs`: the folder a message about an unexpected end refers to. Handles this process's signals from now on. */
  constructor(logs: string) {
    this.#logs = logs
    shutdownOnSignals(() => this.#stop(), 0)
  }

  get stopping(): boolean {
    return this.#stopping
  }

  /** Adds what was started after all others, so it is stopped before them. */
  add(member: Stoppable): void {
    this.#members.push(member)
    void member.ended?.then((how) => this.#fail(`  ${member.name} ended (${how}); see ${this.#logs}. Stopping.`))
  }

  /** Runs `start`. An error of it is reported and ends all. */
  async run(start: () => Promise<void>): Promise<void> {
    try {
      await start()
    } catch (error) {
      await this.#fail(`${error instanceof Error ? error.message : String(error)}\n`)
    }
  }

  async #fail(message: string): Promise<void> {
    if (this.#stopping) return
    console.error(`\n${message}`)
    await this.#stop()
    process.exit(1)
  }

  /** Resolves when every program has ended, those that were only starting and an unfinished build included. */
  async #stop(): Promise<void> {
    this.#stopping = true
    // The newest first: the server must close before the sandbox it connects to.
    for (const member of this.#members.toReversed()) await member.stop()
    await stopChildren()
  }
}
