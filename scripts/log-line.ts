const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }
/** Longer fields are in the log file. */
const MAX_FIELDS = 300

/**
 * A line of a program as a terminal shows it: a log record (JSON with pino's fields) as `info market leading the market
 * {"epoch":1}`, everything else as it is. Undefined for an empty line and for the ready line, which is for programs.
 */
export function readable(line: string): string | undefined {
  if (line.trim() === '') return undefined
  const record = parsed(line)
  if (record === undefined) return line
  if (record['ready'] === true) return undefined
  const { level, time: _time, role, msg, err, ...fields } = record
  if (typeof level !== 'number' || typeof msg !== 'string') return line
  const rest = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`
  const stack = (err as { stack?: string } | undefined)?.stack
  const head = `${LEVELS[level] ?? level} ${typeof role === 'string' ? `${role}: ` : ''}${msg}`
  return `${head}${rest.length > MAX_FIELDS ? `${rest.slice(0, MAX_FIELDS)}…` : rest}${stack === undefined ? '' : `\n${stack}`}`
}

function parsed(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}
