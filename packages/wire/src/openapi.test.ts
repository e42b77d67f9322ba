import { describe, expect, it } from 'vitest'
import { openApiOf } from './openapi.ts'
import { ROUTES } from './routes.ts'

const document = openApiOf(ROUTES, { title: 'Test', version: '1' }) as {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; required: boolean }[] }>>
  components: { schemas: Record<string, unknown> }
}

describe('the OpenAPI document', () => {
  it('describes every route once', () => {
    const named = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((m) => m.operationId))
    expect(named.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  })

  it('resolves every reference', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    expect(references.length).toBeGreaterThan(10)
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\//)
      expect(document.components.schemas).toHaveProperty([reference.slice('#/components/schemas/'.length)])
    }
  })

  it('marks parameters with a default as optional', () => {
    const parameters = document.paths['/user_trade_logs']!['get']!.parameters!
    expect(Object.fromEntries(parameters.map((p) => [p.name, p.required]))).toEqual({
      uid: true,
      date: true,
      closed_only: false,
    })
  })
})
