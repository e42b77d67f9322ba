// Ends with 0 while the server on this machine answers, for supervisors of containers: a bare Debian has no HTTP client.
import process from 'node:process'

const TIMEOUT_MS = 5000

const url = `http://127.0.0.1:${process.env['PORT'] || '8080'}/healthz`
try {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!ok) console.error(`${url} answered ${status}`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  console.error(
    `${url} does not answer: ${error instanceof Error ? ((error.cause as Error | undefined) ?? error).message : String(error)}`,
  )
  process.exitCode = 1
}
