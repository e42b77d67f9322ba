// A plugin of the linter: words that comments, test titles and names do not use. CONTRIBUTING.md, "Language".
import type { RuleTester } from 'oxlint/plugins-dev'
import { REFUSED_NAME_WORDS, REFUSED_PHRASES } from './refused-words.ts'

/** The linter names its types only through its tester. */
type Rule = Extract<Parameters<RuleTester['run']>[1], { createOnce: unknown }>
type Visitor = ReturnType<Rule['createOnce']>
type Call = Parameters<NonNullable<Visitor['CallExpression']>>[0]
type Span = Call['arguments'][number]

/** Functions whose first argument is the title of a test. */
const TEST_FUNCTIONS: ReadonlySet<string> = new Set(['it', 'test', 'describe'])

/** The words of a camelCase, PascalCase or SNAKE_CASE name, in lower case. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

/** The first refused phrase of a text, as it stands there, with what to write instead. Code in backticks is not checked. */
export function refusedPhraseIn(text: string): { readonly phrase: string; readonly instead: string } | undefined {
  const prose = text.replaceAll(/`[^`\n]*`/g, '')
  for (const { pattern, instead } of REFUSED_PHRASES) {
    const found = pattern.exec(prose)
    if (found !== null) return { phrase: found[0], instead }
  }
  return undefined
}

/** The name of the function that is called, of `it.each(rows)(…)` too: `it`. */
function calledName(callee: Call['callee']): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledName(callee.object)
  return callee.type === 'CallExpression' ? calledName(callee.callee) : undefined
}

type Identifier = Extract<Span, { type: 'Identifier' }>

function isIdentifier(node: { readonly type: string } | null): node is Identifier {
  return node?.type === 'Identifier'
}

type PrivateName = Extract<
  Parameters<NonNullable<Visitor['MethodDefinition']>>[0]['key'],
  { type: 'PrivateIdentifier' }
>

function isPrivate(node: { readonly type: string } | null): node is PrivateName {
  return node?.type === 'PrivateIdentifier'
}

/** The text of a string or template, `undefined` for anything else. */
function literalText(node: Span): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join('…') : undefined
}

/** Comments and test titles. */
const phrases: Rule = {
  createOnce(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const found = refusedPhraseIn(comment.value)
          if (found !== undefined)
            context.report({ node: comment, message: `"${found.phrase}": write ${found.instead}.` })
        }
      },
      CallExpression(node) {
        const title = node.arguments[0]
        if (title === undefined || !TEST_FUNCTIONS.has(calledName(node.callee) ?? '')) return
        const found = refusedPhraseIn(literalText(title) ?? '')
        if (found !== undefined) context.report({ node: title, message: `"${found.phrase}": write ${found.instead}.` })
      },
    }
  },
}

/** The names that a variable, a parameter or a destructuring pattern declares. */
function declaredIn(node: { readonly type: string } | null): readonly Identifier[] {
  if (node === null) return []
  if (isIdentifier(node)) return [node]
  if (isPattern(node, 'AssignmentPattern')) return declaredIn(node.left)
  if (isPattern(node, 'RestElement')) return declaredIn(node.argument)
  if (isPattern(node, 'ArrayPattern')) return node.elements.flatMap(declaredIn)
  if (!isPattern(node, 'ObjectPattern')) return []
  return node.properties.flatMap((one) => declaredIn(one.type === 'RestElement' ? one.argument : one.value))
}

type Pattern =
  | Parameters<NonNullable<Visitor['VariableDeclarator']>>[0]['id']
  | Parameters<NonNullable<Visitor['RestElement']>>[0]

function isPattern<T extends Pattern['type']>(
  node: { readonly type: string },
  type: T,
): node is Extract<Pattern, { type: T }> {
  return node.type === type
}

/** Names that a file declares. */
const names: Rule = {
  createOnce(context) {
    const check = (node: { readonly type: string } | null): void => {
      if (!isIdentifier(node) && !isPrivate(node)) return
      const word = wordsOf(node.name).find((one) => REFUSED_NAME_WORDS.has(one))
      if (word !== undefined)
        context.report({ node, message: `A name with "${word}": ${REFUSED_NAME_WORDS.get(word)}.` })
    }
    const checkAll = (nodes: readonly { readonly type: string }[]) => nodes.flatMap(declaredIn).forEach(check)
    return {
      VariableDeclarator: (node) => checkAll([node.id]),
      FunctionDeclaration: (node) => {
        check(node.id)
        checkAll(node.params)
      },
      FunctionExpression: (node) => checkAll(node.params),
      ArrowFunctionExpression: (node) => checkAll(node.params),
      ClassDeclaration: (node) => check(node.id),
      MethodDefinition: (node) => check(node.key),
      PropertyDefinition: (node) => check(node.key),
      TSInterfaceDeclaration: (node) => check(node.id),
      TSTypeAliasDeclaration: (node) => check(node.id),
      TSPropertySignature: (node) => check(node.key),
      TSMethodSignature: (node) => {
        check(node.key)
        checkAll(node.params)
      },
      TSFunctionType: (node) => checkAll(node.params),
    }
  },
}

/** The rules `language/phrases` and `language/names`. */
const language = { meta: { name: 'language' }, rules: { phrases, names } }
export default language
