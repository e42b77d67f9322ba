import * as z from 'zod'
import { errorBody } from './api-error.ts'
import { successStatus, type Route } from './route.ts'

interface OpenApiInfo {
  readonly title: string
  readonly version: string
}

type Json = Record<string, unknown>

/** OpenAPI 3.1 of a route table. Schemas with an id become components. */
export function openApiOf(routes: Readonly<Record<string, Route>>, info: OpenApiInfo): Json {
  const components: Json = {}
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
    for (const [id, definition] of Object.entries(($defs ?? {}) as Json)) components[id] = toComponents(definition)
    const id = rest['id']
    if (typeof id !== 'string') return toComponents(rest) as Json
    components[id] = toComponents(rest)
    return { $ref: `#/components/schemas/${id}` }
  }
  const failure = {
    description: 'A problem (RFC 9457): `code` for programs, `title` and `detail` for people',
    content: { 'application/problem+json': { schema: schemaOf(errorBody, 'output') } },
  }
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const parameters = [
      ...parametersOf(route.params, 'path', schemaOf),
      ...parametersOf(route.query, 'query', schemaOf),
      ...(route.idempotent === true
        ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 128 } }]
        : []),
    ]
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        operationId: name,
        summary: route.summary,
        ...securityOf(route),
        ...(parameters.length === 0 ? {} : { parameters }),
        ...(route.body === undefined
          ? {}
          : {
              requestBody: {
                required: true,
                content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
              },
            }),
        responses: {
          [successStatus(route)]: {
            description: successStatus(route) === 202 ? 'Accepted, to be carried out' : 'As asked',
            content: { [contentType(route)]: { schema: schemaOf(route.reply, 'output') } },
          },
          '4XX': failure,
          '5XX': failure,
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api' }],
    security: [{ session: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sw.session_token' },
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'swk_…', description: 'A key for programs' },
      },
    },
  }
}

/** Who may call, where it is not every session alone: a key needs the scope that is named. */
function securityOf({ auth, keyScope }: Route): Json {
  if (auth === 'public') return { security: [] }
  return keyScope === undefined ? {} : { security: [{ session: [] }, { bearer: [] }, { key: [keyScope] }] }
}

/** What a call answers with when it went well. */
function contentType(route: Route): string {
  return 'media' in route ? route.media : 'application/json'
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: schemaOf(field, 'input'),
  }))
}

/** Rewrites local references to the document's components and drops the ids zod leaves in place. */
function toComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponents)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' || typeof (value as Json)['id'] !== 'string')
      .map(([key, inner]) =>
        key === '$ref' && typeof inner === 'string'
          ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
          : [key, toComponents(inner)],
      ),
  )
}
