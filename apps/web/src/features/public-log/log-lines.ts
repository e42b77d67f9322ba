import { linesOf } from '@strikewise/public-log/lines.ts'
import { ApiError, errorBody } from '@strikewise/wire/api-error.ts'
import { pathOf } from '@strikewise/wire/client.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'

/** Address of a day's export. */
export const dayAddress = (day: string): string => `/api${pathOf(ROUTES.recordDay, { params: { day } })}`

/** Address of the time stamps of a day's root. */
export const timeStampsAddress = (day: string): string => `/api${pathOf(ROUTES.recordTimeStamps, { params: { day } })}`

/** The lines of the exports of `days`, in that order, as they arrive. Throws ApiError when one is refused. */
export async function* linesOfDays(days: readonly string[], signal: AbortSignal): AsyncGenerator<string, undefined> {
  for (const day of days) {
    const response = await fetch(dayAddress(day), { signal })
    if (!response.ok || response.body === null) throw await refusalOf(response)
    yield* linesOf(textOf(response.body))
  }
  return undefined
}

/** The lines of a file. */
export const linesOfFile = (file: Blob): AsyncGenerator<string, undefined> => linesOf(textOf(file.stream()))

async function* textOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return undefined
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = errorBody.safeParse(await response.json().catch(() => undefined))
  return body.success
    ? new ApiError(response.status, body.data.code, body.data.message, body.data.detail)
    : // untranslated: looked up where it is shown, like everything the server shows
      new ApiError(response.status, 'unknown', `The server answered ${response.status}.`)
}
