import { parseSync } from 'oxc-parser'

/** A sentence a source file can say; what it fills in is left open. */
export interface Sentence {
  readonly line: number
  readonly text: string
  /** Fits the text as the catalogs list it: with placeholders for what is filled in and for every number. */
  readonly shape: RegExp
}

/** A text as the catalogs list it: it stands beside the code that says it, and is said by nothing itself. */
const CATALOG_PATTERN = /\{(?:\d+|parts|clauses|sentence|words|more)\}/
const NUMBER = /(?:(?<![\w)])[-+])?\d(?:[\d,.:]*\d)?/g
const ESCAPED = /[.*+?^${}()|[\]\\]/g

/**
 * The sentences of a source file, by their full stop, also those put together with `+`. Mails are English and left out,
 * and so is what an error says for logs.
 */
export function sentencesOf(filename: string, source: string): Sentence[] {
  const found: Sentence[] = []
  walk(parseSync(filename, source).program, (node) => {
    const pieces = piecesOf(node)
    if (pieces === undefined) return
    const text = pieces.join('…')
    if (text.includes(' ') && text.endsWith('.') && !/^[a-z]/.test(text) && !CATALOG_PATTERN.test(text))
      found.push({ line: lineOf(source, node), text, shape: new RegExp(`^${pieces.map(shapeOf).join('.*?')}$`) })
  })
  return found
}

const lineOf = (source: string, { start }: Node) => source.slice(0, start).split('\n').length

const shapeOf = (piece: string) =>
  piece
    .split(NUMBER)
    .map((words) => words.replaceAll(ESCAPED, String.raw`\$&`))
    .join(String.raw`\{\d+\}`)

function walk(node: unknown, look: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, look)
  if (!isNode(node) || node.type === 'ImportDeclaration' || isUnseen(node)) return
  look(node)
  for (const inner of piecesOf(node) === undefined ? Object.values(node) : gapsOf(node)) walk(inner, look)
}

function isUnseen({ type, callee }: Node): boolean {
  const name = isNode(callee) ? String(callee['name']) : ''
  return type === 'NewExpression' || (type === 'CallExpression' && name === 'enqueueMail')
}

/** What a text says, cut where something is filled in; undefined for what is no text. */
function piecesOf(node: unknown): readonly string[] | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
  if (node.type === 'TemplateLiteral' && Array.isArray(node['quasis']))
    return node['quasis'].map((quasi: { value: { cooked: string } }) => quasi.value.cooked)
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [piecesOf(node['left']), piecesOf(node['right'])]
  if (left === undefined && right === undefined) return undefined
  const [before, after] = [left ?? ['', ''], right ?? ['', '']]
  return [...before.slice(0, -1), `${before.at(-1)}${after[0]}`, ...after.slice(1)]
}

/** What a text is filled with, which may say something itself. */
function gapsOf(node: Node): readonly unknown[] {
  if (node.type === 'TemplateLiteral') return [node['expressions']]
  if (node.type !== 'BinaryExpression') return []
  return [node['left'], node['right']].flatMap((side) =>
    isNode(side) && piecesOf(side) !== undefined ? gapsOf(side) : [side],
  )
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
