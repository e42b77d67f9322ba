import { toast } from './dom.js'

/** Reads `/sandbox<path>`. Throws when the sandbox does not answer. */
export async function read(path) {
  const response = await fetch(`/sandbox${path}`)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** Sends a control call and shows what came of it. Returns the answer, or undefined when it was refused. */
export async function act(method, path, body, done = 'Done.') {
  const response = await fetch(`/sandbox${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'DELETE' ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  const answer = await response.json()
  toast(response.ok ? done : answer.message)
  return response.ok ? answer : undefined
}
