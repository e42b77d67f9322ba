import { parseSync } from 'oxc-parser'

/** A text a reader of the app may see that no macro of Lingui holds. */
export interface Unwrapped {
  readonly line: number
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** Attributes and properties whose value is shown, or read out. */
const SHOWN =
  /^(title|label|aria-label|aria-description|aria-roledescription|placeholder|alt|hint|lead|text|heading|caption|summary|description|confirmLabel|cancelLabel|name|question|answer)$/
const SENTENCE = /^\W*[A-Z].*[a-z]{2}.*\s.*[a-z]/s
const WORD = /[A-Za-z][a-z]/
/** Names, the same in both languages. */
const NAMES =
  /\b(Strikewise|Telegram|Google Play|Google|Apple|Facebook|Instagram|LinkedIn|YouTube|Nifty|Bank ?Nifty|English)\b/g

const MACRO_TAGS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
const MACRO_CALLS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage'])
/** Class names, and the outlines of shapes. */
const SILENT_ATTRIBUTES = new Set(['className', 'd'])
const SILENT_CALLS = new Set(['Error', 'TypeError', 'RangeError', 'console', 'cx', 'buttonClass'])

/** Reports in a line's own or the line before that what stands there is shown as it is, in the first line of the whole file; a reason belongs behind it. */
const UNTRANSLATED = 'untranslated:'

/** Texts of a source file that are shown in English whatever language is chosen, as far as their form shows. */
export function unwrappedTexts(filename: string, source: string): Unwrapped[] {
  const lines = source.split('\n')
  if (lines[0]?.includes(UNTRANSLATED) === true) return []
  const found: Unwrapped[] = []
  const report = (start: number, text: string) => {
    const line = source.slice(0, start).split('\n').length
    if ([lines[line - 1], lines[line - 2]].some((near) => near?.includes(UNTRANSLATED) === true)) return
    found.push({ line, text: text.trim().replace(/\s+/g, ' ') })
  }
  // The tree is walked by whatever it holds, which the parser's types list kind by kind.
  walk(parseSync(filename, source).program as unknown as Node, false, report)
  return found
}

function walk(node: Node, shown: boolean, report: (start: number, text: string) => void): void {
  if (isSilent(node)) return
  const text = textOf(node)
  if (text !== undefined) {
    const bare = text.replaceAll(NAMES, '')
    if (node.type === 'JSXText' || shown ? WORD.test(bare) : SENTENCE.test(bare)) report(node.start, text)
  }
  for (const [key, child, inShown] of childrenOf(node, shown)) {
    if (key === 'type') continue
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) walk(each, inShown, report)
  }
}

function* childrenOf(node: Node, shown: boolean): Generator<[string, unknown, boolean]> {
  const keyName = nameOf(node['name']) ?? nameOf(node['key'])
  const keyed = node.type === 'JSXAttribute' || node.type === 'Property'
  for (const [key, child] of Object.entries(node)) {
    if (keyed && key !== 'value') continue
    if (keyed) yield [key, child, keyName !== undefined && SHOWN.test(keyName) && !isFieldName(node)]
    else if (node.type === 'JSXElement' && key === 'children') yield [key, child, true]
    // What is compared or called with is no text of its own place; the sides of a choice are.
    else yield [key, child, shown && CARRIES.has(node.type) && key !== 'test' && !isComparison(node)]
  }
}

/** A form field is sent by its name; it is not shown. */
const isFieldName = (node: Node) => node.type === 'JSXAttribute' && nameOf(node['name']) === 'name'

/** Expressions that hand the text inside them on to where they stand. */
const CARRIES = new Set([
  'JSXExpressionContainer',
  'ConditionalExpression',
  'LogicalExpression',
  'TemplateLiteral',
  'BinaryExpression',
  'JSXFragment',
])
const isComparison = (node: Node) => node.type === 'BinaryExpression' && node['operator'] !== '+'

function isSilent(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSTypeAnnotation':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return true
    case 'JSXAttribute':
      return SILENT_ATTRIBUTES.has(nameOf(node['name']) ?? '')
    case 'JSXElement':
      return MACRO_TAGS.has(nameOf((node['openingElement'] as Node)['name']) ?? '') || isEnglish(node)
    case 'TaggedTemplateExpression':
      return MACRO_CALLS.has(nameOf(node['tag']) ?? '')
    case 'CallExpression':
    case 'NewExpression': {
      const callee = nameOf(node['callee']) ?? nameOf((node['callee'] as Node)['object']) ?? ''
      return MACRO_CALLS.has(callee) || SILENT_CALLS.has(callee)
    }
    default:
      return false
  }
}

/** Whether an element reports that what is in it stays English. */
function isEnglish(element: Node): boolean {
  const { attributes } = element['openingElement'] as { attributes?: Node[] }
  return attributes?.some((one) => nameOf(one['name']) === 'lang' && nameOf(one['value']) === 'en') === true
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return String(node['value'])
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'TemplateElement') return (node['value'] as { raw: string }).raw
  return undefined
}

const nameOf = (node: unknown) =>
  isNode(node) && typeof node['name'] === 'string'
    ? node['name']
    : isNode(node) && typeof node['value'] === 'string'
      ? node['value']
      : undefined
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
