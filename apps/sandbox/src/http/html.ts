import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'

const STYLE = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --ink: #1a2230; --soft: #5b6676; --line: #d9dee6; --accent: #1f5fd6; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ground: #11151c; --card: #1a2029; --ink: #e8ecf2; --soft: #9aa6b6; --line: #303947; --accent: #7aa7ff; --bad: #ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 380px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 28px 24px }
h1 { font-size: 20px; margin: 0 0 4px }
p { margin: 0 0 16px; color: var(--soft); font-size: 14px }
p.error { color: var(--bad) }
label { display: block; margin: 0 0 14px; font-size: 14px; color: var(--soft) }
input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button { width: 100%; padding: 11px; font: inherit; font-weight: 600; border: 0; border-radius: 8px; background: var(--accent); color: var(--card); cursor: pointer }
button.plain { background: none; color: var(--soft); font-weight: 400; margin-top: 8px }
a { color: var(--accent) }
`

/** A small page with one card: the sandbox's login pages and messages. `body` is HTML already. */
export function cardPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`
}
