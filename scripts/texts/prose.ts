import { parseSync } from 'oxc-parser'

/** A sentence in a string literal or a template. */
export interface Prose {
  readonly line: number
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** Three words or more, of which the last ends a sentence. A placeholder of a template stands as `…`. */
const SENTENCE = /\p{L}\S*\s+\S+\s+\S*[\p{L}\p{N})…]+[.!?](?:\s|$)/u

/**
 * The sentences that a source file holds. Exempt is what an error is thrown or made with: it reports a mistake of the program
 * or of its data to an engineer, and no user reads it.
 */
export function proseIn(filename: string, source: string): Prose[] {
  const found: Prose[] = []
  // The tree is walked by whatever it holds, which the parser's types list kind by kind.
  walk(parseSync(filename, source).program, (node, text) => {
    if (SENTENCE.test(text)) found.push({ line: source.slice(0, node.start).split('\n').length, text })
  })
  return found
}

function walk(value: unknown, visit: (node: Node, text: string) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit)
  if (!isNode(value) || isExempt(value)) return
  const text = textOf(value)
  if (text !== undefined) visit(value, text)
  for (const inner of text === undefined ? Object.values(value) : gapsOf(value)) walk(inner, visit)
}

function isExempt(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ThrowStatement') return true
  if (node.type !== 'NewExpression' || !isNode(node['callee'])) return false
  return String(node['callee']['name']).endsWith('Error')
}

/** The text of a literal, of a template, or of those put together with `+`; undefined for what is no text. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'TemplateLiteral' && Array.isArray(node['quasis']))
    return node['quasis'].map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('…')
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [textOf(node['left']), textOf(node['right'])]
  return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`
}

/** What a text is filled with, which may hold a sentence itself. */
function gapsOf(node: Node): readonly unknown[] {
  if (node.type === 'TemplateLiteral') return [node['expressions']]
  if (node.type !== 'BinaryExpression') return []
  return [node['left'], node['right']].flatMap((side) =>
    textOf(side) !== undefined && isNode(side) ? gapsOf(side) : [side],
  )
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
