import * as z from 'zod'

/** A JSON schema as far as it is shown. */
export interface Shape {
  readonly $ref?: string | undefined
  readonly type?: string | readonly string[] | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown
  readonly description?: string | undefined
  readonly properties?: Readonly<Record<string, Shape>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: Shape | undefined
  readonly anyOf?: readonly Shape[] | undefined
  readonly allOf?: readonly Shape[] | undefined
  readonly additionalProperties?: boolean | Shape | undefined
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), shape).optional(),
    required: z.array(z.string()).optional(),
    items: shape.optional(),
    anyOf: z.array(shape).optional(),
    allOf: z.array(shape).optional(),
    additionalProperties: z.union([z.boolean(), shape]).optional(),
  }),
)

const content = z.record(z.string(), z.object({ schema: shape }))
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema: shape }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  /** Of a call that went well: answered, or accepted to be carried out. */
  responses: z.union([z.object({ 200: z.object({ content }) }), z.object({ 202: z.object({ content }) })]),
})

/** The part of an OpenAPI document the reference shows. */
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), shape) }),
})

export interface Operation {
  readonly name: string
  readonly method: string
  /** Below /api, parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly open: boolean
  /** What a key for programs needs to make the call; undefined: none can. */
  readonly keyScope: string | undefined
  readonly parameters: z.output<typeof operation>['parameters']
  readonly body: Shape | undefined
  readonly reply: Shape | undefined
}

export interface Reference {
  readonly operations: readonly Operation[]
  readonly schemas: readonly (readonly [name: string, shape: Shape])[]
}

/** Reads the document the server serves. Throws when it is none. */
export function referenceOf(json: unknown): Reference {
  const { paths, components } = document.parse(json)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Operation => ({
      name: one.operationId,
      method: method.toUpperCase(),
      path,
      summary: one.summary,
      open: one.security?.length === 0,
      keyScope: one.security?.flatMap(({ key = [] }) => key)[0],
      parameters: one.parameters,
      body: schemaIn(one.requestBody?.content),
      reply: schemaIn((200 in one.responses ? one.responses[200] : one.responses[202]).content),
    })),
  )
  return {
    operations: operations.toSorted((a, b) => a.path.localeCompare(b.path)),
    schemas: Object.entries(components.schemas).toSorted(([a], [b]) => a.localeCompare(b)),
  }
}

const schemaIn = (types: z.output<typeof content> | undefined) => Object.values(types ?? {})[0]?.schema

const DEEPEST = 6

/** A schema as a type in a notation most programmers read: `{ day: string; count?: number }`. Named schemas stay names. */
export function schemaText(of: Shape, depth = 0): string {
  if (of.$ref !== undefined) return of.$ref.slice(of.$ref.lastIndexOf('/') + 1)
  if (of.const !== undefined) return JSON.stringify(of.const)
  if (of.enum !== undefined) return of.enum.map((value) => JSON.stringify(value)).join(' | ')
  const parts = of.anyOf ?? of.allOf
  if (parts !== undefined)
    return parts.map((part) => schemaText(part, depth)).join(of.anyOf === undefined ? ' & ' : ' | ')
  if (of.items !== undefined) return listText(schemaText(of.items, depth))
  if (of.properties !== undefined) return depth >= DEEPEST ? 'object' : objectText(of, depth)
  if (typeof of.additionalProperties === 'object')
    return `{ [name]: ${schemaText(of.additionalProperties, depth + 1)} }`
  return [of.type ?? 'any'].flat().join(' | ')
}

const listText = (item: string) => (/[ |&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)

function objectText({ properties = {}, required = [] }: Shape, depth: number): string {
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).map(
    ([name, field]) => `${indent}${name}${required.includes(name) ? '' : '?'}: ${schemaText(field, depth + 1)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}
