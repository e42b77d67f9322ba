import { motionOn, overflowOn, violationsOn, type Finding } from './accessibility.ts'
import { LANGUAGES, looksAt } from './looks.ts'
import type { Screen } from './screens.ts'
import type { World } from './world.ts'

/**
 * Looks at pages on a phone and at a desk, in each theme and language; prints a line a look. Returns how many looks, and
 * how many found something.
 */
export async function lookAt(screens: readonly Screen[], world: World): Promise<{ looks: number; bad: number }> {
  let looks = 0
  let bad = 0
  for await (const look of looksAt(screens, world, { languages: LANGUAGES, widths: [360, 1440] })) {
    const { screen, page, width, theme, language } = look
    const findings = [...(await overflowOn(page)), ...(await motionOn(page)), ...(await violationsOn(page))]
    looks += 1
    if (findings.length > 0) bad += 1
    console.log(lineOf(`${screen.path} as ${screen.who}`, `${width} ${theme} ${language}`, findings))
  }
  return { looks, bad }
}

function lineOf(page: string, how: string, findings: readonly Finding[]): string {
  const said = findings.map(
    ({ rule, what, where }) => `\n    ${rule}: ${what}${where.map((html) => `\n      ${html}`).join('')}`,
  )
  return `${page.padEnd(44)} ${how.padEnd(14)} ${findings.length === 0 ? 'ok' : said.join('')}`
}
