import * as z from 'zod'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly prefixItems?: readonly Schema[]
  readonly format?: string
  readonly minimum?: number
}

/** The answer with the least in it that a schema allows: no optional field, empty lists, null where it is allowed. */
export function emptyReply(schema: z.ZodType): unknown {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema & {
    $defs?: Readonly<Record<string, Schema>>
  }
  const valueOf = (node: Schema): unknown => {
    if (node.$ref !== undefined) return valueOf($defs[node.$ref.slice('#/$defs/'.length)]!)
    if ('const' in node) return node.const
    if (node.enum !== undefined) return node.enum[0]
    const choices = node.anyOf ?? node.oneOf
    if (choices !== undefined) return choices.some(({ type }) => type === 'null') ? null : valueOf(choices[0]!)
    if (node.allOf !== undefined) return Object.assign({}, ...node.allOf.map(valueOf)) as unknown
    if (node.type === 'object')
      return Object.fromEntries((node.required ?? []).map((name) => [name, valueOf(node.properties![name]!)]))
    if (node.type === 'array') return (node.prefixItems ?? []).map(valueOf)
    if (node.type === 'string') return node.format === 'date' ? '2026-11-20' : '2026-11-20T10:40:00+05:30'
    if (node.type === 'number' || node.type === 'integer') return Math.max(0, node.minimum ?? 0)
    return node.type === 'boolean' ? false : null
  }
  return valueOf(root)
}
