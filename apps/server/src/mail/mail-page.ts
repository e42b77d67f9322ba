import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { LANGUAGE_TAGS } from '@strikewise/messages/language-tags.ts'

/*
 * Colours as the app's tokens (apps/web/src/styles/tokens.css), in sRGB: few mail programs read oklch. Inline for the light
 * theme, since some drop style sheets; by class for the dark one.
 */
const THEMES = {
  light: { ground: '#f5f6f9', sheet: '#ffffff', line: '#e0e2e8', ink: '#151924', quiet: '#616673', link: '#3543c5' },
  dark: { ground: '#0b0d13', sheet: '#13151c', line: '#242730', ink: '#eff0f4', quiet: '#979ba6', link: '#a6b5ff' },
} as const

/** The mark's dot. */
const SPOT = '#e58e00'

type Colours = (typeof THEMES)[keyof typeof THEMES]

const COLOUR_RULES: readonly (readonly [className: string, property: string, colour: keyof Colours])[] = [
  ['ground', 'background-color', 'ground'],
  ['sheet', 'background-color', 'sheet'],
  ['sheet', 'border-color', 'line'],
  ['line', 'border-color', 'line'],
  ['ink', 'color', 'ink'],
  ['quiet', 'color', 'quiet'],
  ['link', 'color', 'link'],
]

const DARK = COLOUR_RULES.map(
  ([name, property, colour]) => `.${name}{${property}:${THEMES.dark[colour]} !important}`,
).join('')

const { light } = THEMES

/** Class and inline style of text, of quiet text, of a link and of a cell with a line under it. */
export const MAIL_STYLE = {
  text: `class="ink" style="margin:0 0 14px;font-size:15px;line-height:1.5;color:${light.ink}"`,
  quiet: `class="quiet" style="margin:18px 0 0;font-size:13px;line-height:1.5;color:${light.quiet}"`,
  heading: `class="ink" style="margin:0 0 14px;font-size:20px;line-height:1.3;color:${light.ink}"`,
  subheading: `class="ink" style="margin:22px 0 6px;font-size:16px;line-height:1.3;color:${light.ink}"`,
  link: `class="link" style="color:${light.link};word-break:break-word"`,
  cell: (align: 'left' | 'right') =>
    `class="ink line" style="padding:6px 12px 6px 0;border-bottom:1px solid ${light.line};font-size:14px;text-align:${align};color:${light.ink}"`,
} as const

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',sans-serif"

interface MailPage {
  readonly language: Language
  /** Plain text: the subject. */
  readonly title: string
  /** HTML, with every text in it escaped. */
  readonly content: string
}

/** An HTML mail: name and mark above the content, in the theme of the program that shows it. It loads nothing from anywhere. */
export function mailPage({ language, title, content }: MailPage): string {
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground};font-family:${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background-color:${light.ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="ink" style="padding:0 4px 14px;font-size:17px;font-weight:600;letter-spacing:-0.02em;color:${light.ink}"><span aria-hidden="true" style="color:${SPOT}">●</span> Strikewise</td></tr>
<tr><td class="sheet" style="padding:24px;background-color:${light.sheet};border:1px solid ${light.line};border-radius:8px">
${content}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`
}
