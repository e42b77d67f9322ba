import { parseSync } from 'oxc-parser'

/** A sentence a source file can say; what it fills in is left open. */
export interface Sentence {
  readonly line: number
  readonly text: string
  /** Fits the text as the catalogs list it: with placeholders for what is filled in and for every number. */
  readonly shape: RegExp
}

const NUMBER = /(?:(?<![\w)])[-+])?\d(?:[\d,.:]*\d)?/g
const ESCAPED = /[.*+?^${}()|[\]\\]/g

/** The sentences of a source file, by their full stop. What an Error says is for logs and left out. */
export function sentencesOf(filename: string, source: string): Sentence[] {
  const found: Sentence[] = []
  walk(parseSync(filename, source).program, (start, pieces) => {
    const text = pieces.join('…')
    if (!text.includes(' ') || !text.endsWith('.') || /^[a-z]/.test(text)) return
    const line = source.slice(0, start).split('\n').length
    found.push({ line, text, shape: new RegExp(`^${pieces.map(shapeOf).join('.*?')}$`) })
  })
  return found
}

const shapeOf = (piece: string) =>
  piece
    .split(NUMBER)
    .map((words) => words.replaceAll(ESCAPED, String.raw`\$&`))
    .join(String.raw`\{\d+\}`)

function walk(node: unknown, say: (start: number, pieces: readonly string[]) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, say)
  if (!isNode(node)) return
  if (node.type === 'NewExpression' || node.type === 'ImportDeclaration') return
  if (node.type === 'Literal' && typeof node['value'] === 'string') say(node.start, [node['value']])
  if (node.type === 'TemplateLiteral' && Array.isArray(node['quasis']))
    say(
      node.start,
      node['quasis'].map((quasi: { value: { cooked: string } }) => quasi.value.cooked),
    )
  for (const [key, child] of Object.entries(node)) if (key !== 'type') walk(child, say)
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
