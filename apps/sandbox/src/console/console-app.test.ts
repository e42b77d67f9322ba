import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { consoleApp } from './console-app.ts'

const PUBLIC = new URL('public/', import.meta.url)
const modules = readdirSync(PUBLIC).filter((name) => name.endsWith('.js'))

describe('the console', () => {
  it.each(modules)('serves %s as JavaScript', async (name) => {
    const response = await consoleApp().request(`/console/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(await response.text()).toBe(readFileSync(new URL(name, PUBLIC), 'utf8'))
  })

  it('serves no other file of its folder', async () => {
    expect((await consoleApp().request('/console/page.js')).status).toBe(404)
  })
})
