import { motionOn, overflowOn, violationsOn, type AccessibilityFinding } from './accessibility.ts'
import { LANGUAGES, appearancesAt } from './appearances.ts'
import type { Screen } from './screens.ts'
import type { DevStack } from './dev-stack.ts'

/**
 * Looks at pages on a phone and a desktop, in each theme and language; prints a line a check. Returns how many checks, and
 * how many found something.
 */
export async function openViewport(
  screens: readonly Screen[],
  stack: DevStack,
): Promise<{ opened: number; bad: number }> {
  let opened = 0
  let bad = 0
  for await (const appearance of appearancesAt(screens, stack, { languages: LANGUAGES, widths: [360, 1440] })) {
    const { screen, page, width, theme, language } = appearance
    const findings = [...(await overflowOn(page)), ...(await motionOn(page)), ...(await violationsOn(page))]
    opened += 1
    if (findings.length > 0) bad += 1
    console.log(lineOf(`${screen.path} as ${screen.who}`, `${width} ${theme} ${language}`, findings))
  }
  return { opened, bad }
}

function lineOf(page: string, how: string, findings: readonly AccessibilityFinding[]): string {
  const lines = findings.map(
    ({ rule, what, where }) => `\n    ${rule}: ${what}${where.map((html) => `\n      ${html}`).join('')}`,
  )
  return `${page.padEnd(44)} ${how.padEnd(14)} ${findings.length === 0 ? 'ok' : lines.join('')}`
}
