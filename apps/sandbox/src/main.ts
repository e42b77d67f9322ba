import { SavedStateError } from './persistence/journal-file.ts'
import { OptionError, readOptions } from './options.ts'
import { ReplayError } from './replay/replay-error.ts'
import { startSandbox } from './sandbox.ts'

let close = (): void => process.exit(0)
// Started with a channel, it ends with the process that holds the other end, however that one ends.
if (process.channel !== undefined) process.once('disconnect', () => close())

/** The sandbox as a program: one JSON line when it is ready; a wrong option or file ends it with one line and status 1. */
try {
  const sandbox = await startSandbox(readOptions(process.argv.slice(2), process.env))
  process.stdout.write(
    `${JSON.stringify({ ready: true, http: sandbox.port, smtp: sandbox.smtpPort, url: sandbox.url, broker: sandbox.brokerUrl })}\n`,
  )
  void sandbox.broken.then((error) => {
    // An exchange that cannot keep its books must not take another order.
    process.stderr.write(`sandbox: the accounts cannot be kept any more: ${whatWentWrong(error)}\n`)
    process.exit(1)
  })
  close = () => {
    // A connection that is still open does not keep the program alive.
    void sandbox.close().finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close())
} catch (error) {
  process.stderr.write(`sandbox: ${whatWentWrong(error)}\n`)
  process.exitCode = 1
}

function whatWentWrong(error: unknown): string {
  if (error instanceof OptionError || error instanceof ReplayError || error instanceof SavedStateError)
    return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as Error & { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `port ${port} is taken: stop the other program, or choose one with --port, --smtp-port or --broker-port`
  return error.stack ?? error.message
}
