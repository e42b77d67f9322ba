/** A file that cannot be used: which, where in it, and why. The command ends with exit code 2 and writes nothing. */
export class BadFile extends Error {
  /** `line` counts from 1, the header included; undefined when the file as a whole is meant. */
  constructor(file: string, line: number | undefined, reason: string, options?: ErrorOptions) {
    super(line === undefined ? `${file}: ${reason}` : `${file}, line ${line}: ${reason}`, options)
    this.name = 'BadFile'
  }
}
