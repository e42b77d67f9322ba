import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BROKER } from './product-broker.ts'
import { BROKER_PORTAL } from './product-portal.ts'

describe('the product’s broker', () => {
  it('is the one that screens name', () => expect(BROKER_PORTAL).toBe(BROKER.portal))

  it('sends browsers no code but its portal', () => {
    const files = ['./product-portal.ts', './broker-portal.ts', `./${BROKER.id}/portal.ts`]
    const imported = files.flatMap((file) => {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8')
      return [...text.matchAll(/^import (?!type ).* from '(.*)'$/gm)].map(([, from]) => from)
    })
    expect(imported).toEqual([`./${BROKER.id}/portal.ts`])
  })
})
