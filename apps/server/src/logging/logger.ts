import { pino, type Logger } from 'pino'
import type { Config } from '../config.ts'

export type { Logger }

/** Field names that may hold a secret, at any depth of a log line. */
const SECRET_FIELDS = [
  'password',
  'token',
  'access_token',
  'api_secret',
  'request_token',
  'full_url',
  'authorization',
  'cookie',
  'checksum',
  'secret',
]

/** The one logger of a process: JSON lines in UTC on standard output, secrets replaced in each field named like one. */
export function openLogger(config: Pick<Config, 'logLevel'>, role: string): Logger {
  return pino({
    level: config.logLevel,
    base: { role },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[secret]' },
  })
}
