import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeHtml } from './escape-html.ts'

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const read = (html: string) => html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_entity, name: string) => NAMED[name]!)

it('lets every text arrive as it was, and no character of it act as a tag, an entity or the end of an attribute', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('<b>', '&amp;', '</a>', '&#60;', '<', '" x="', "'")), (text) => {
      const html = escapeHtml(text)
      expect(html).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/)
      expect(read(html)).toBe(text)
    }),
  ))
