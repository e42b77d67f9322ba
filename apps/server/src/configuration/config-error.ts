/** Raised with one line that names the variable and what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  /** The variable, or several separated by commas. */
  readonly setting: string
  readonly problem: string

  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`)
    this.setting = setting
    this.problem = problem
  }
}
