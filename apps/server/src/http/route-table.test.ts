import { route } from '@strikewise/wire/route.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { targetOf } from './request-target.ts'
import { routeTable } from './route-table.ts'

const common = { auth: 'public', perMinute: 1, summary: 'x', reply: z.object({}) } as const
const table = routeTable({
  list: route({ ...common, method: 'GET', path: '/things' }),
  add: route({ ...common, method: 'POST', path: '/things', root: true }),
  one: route({ ...common, method: 'GET', path: '/things/:id' }),
  logged: route({ ...common, method: 'GET', path: '/logged', recorded: true }),
  loggedOne: route({ ...common, method: 'GET', path: '/logged/:id', recorded: true }),
  part: route({ ...common, method: 'GET', path: '/things/:id/parts/:part' }),
})

describe('a table of routes', () => {
  it.each([
    ['GET', '/api/things', 'list', {}],
    ['HEAD', '/api/things', 'list', {}],
    ['POST', '/api/things', 'add', {}],
    ['POST', '/things', 'add', {}],
    ['GET', '/api/things/7', 'one', { id: '7' }],
    ['GET', '/api/things/a%2Fb', 'one', { id: 'a/b' }],
    ['GET', '/api/things/%E0%A4%A', 'one', { id: '%E0%A4%A' }],
    ['GET', '/api/logged', 'logged', {}],
    ['GET', '/api/logged/7', 'loggedOne', { id: '7' }],
    ['GET', '/api/things/7/parts/x', 'part', { id: '7', part: 'x' }],
  ])('finds %s %s', (method, path, name, params) => {
    expect(table.find(method, path)).toEqual({ name, params })
  })

  it.each([
    ['GET', '/things', ['POST']],
    ['GET', '/api/things/', []],
    ['PUT', '/api/things/7', ['GET', 'HEAD']],
    ['PUT', '/api/things', ['GET', 'HEAD', 'POST']],
    ['HEAD', '/api/logged', ['GET']],
    ['HEAD', '/api/logged/7', ['GET']],
    ['GET', '/api/things/7/parts', []],
    ['GET', '/api/other', []],
  ])('does not find %s %s: there %j', (method, path, methods) => {
    expect(table.find(method, path)).toBeUndefined()
    expect(table.methodsOf(path)).toEqual(methods)
  })
})

it.each([
  ['/api/me', '/api/me', ''],
  ['/api/me?x=1', '/api/me', 'x=1'],
  ['/api/m%65', '/api/me', ''],
  ['/api/x/../me', '/api/me', ''],
  ['/api/./me', '/api/me', ''],
  ['/api/%2e%2e/me', '/me', ''],
  ['/api/a%2Fb', '/api/a%2Fb', ''],
  ['/api/%E0%A4%A', '/api/%E0%A4%A', ''],
  ['//host/api/me', '//host/api/me', ''],
  ['http://host/api/me?y', '/api/me', 'y='],
])('reads the target %s', (target, path, query) => {
  const read = targetOf(target)
  expect([read.path, read.query.toString()]).toEqual([path, query])
})
