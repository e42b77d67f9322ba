import { startTestServer, TEST_SERVER_VARIABLE } from '../src/store/testing.ts'

/** One PostgreSQL for the whole run of the `system` project. Returns its tear-down. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer()
  process.env[TEST_SERVER_VARIABLE] = server.url
  return () => server.stop()
}
