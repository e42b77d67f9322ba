import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** The parts of Babel's tree this file touches; Babel 7 brings no types. */
interface Literal {
  type: string
  value: string
}
interface Property {
  key?: { name?: string }
  value: Literal
}
interface Path {
  node: { leadingComments?: { value: string }[]; properties: Property[] }
}
interface Babel {
  types: { valueToNode: (value: unknown) => Literal }
}

/**
 * Babel plugin, after Lingui's macros: turns the English text of each message into what the runtime interpolates. So the
 * app carries English in its code and neither an English catalog nor the parser of messages.
 */
export function compileMessages({ types }: Babel) {
  return {
    name: 'compile-messages',
    visitor: {
      ObjectExpression({ node }: Path) {
        // The macros mark what they write.
        if (node.leadingComments?.some(({ value }) => /^\*?\s*i18n\s*$/.test(value)) !== true) return
        for (const property of node.properties)
          if (property.key?.name === 'message' && property.value.type === 'StringLiteral')
            property.value = types.valueToNode(compileMessageOrThrow(property.value.value))
      },
    },
  }
}
