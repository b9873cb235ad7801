import { endpoint, router } from '@signet/contracts'
import { endpointsIR, routeTable } from '@signet/contracts/ir'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { getAsset, paint, search, upload } from '../../support/sample-endpoints.ts'

const plain = { description: 'A route.', authority: 'public', responses: { 200: { description: 'OK.' } } } as const
const byId = endpoint({
  ...plain,
  name: 'by_id',
  route: 'GET /a/:id',
  request: { params: z.object({ id: z.string() }) },
})
const special = endpoint({ ...plain, name: 'special', route: 'POST /a/special' })
const nested = endpoint({ ...plain, name: 'nested', route: 'GET /a/special/deep' })
const root = endpoint({ ...plain, name: 'root', route: 'GET /' })
const byKey = endpoint({
  ...plain,
  name: 'by_key',
  route: 'DELETE /a/:key/deep',
  request: { params: z.object({ key: z.string() }) },
})
const { match } = router([byId, special, nested, root, byKey])

describe('router', () => {
  it.each([
    ['GET', '/', 'root', {}],
    ['GET', '/a/x', 'by_id', { id: 'x' }],
    ['HEAD', '/a/x', 'by_id', { id: 'x' }],
    ['POST', '/a/special', 'special', {}],
    ['GET', '/a/special/deep', 'nested', {}],
    ['DELETE', '/a/other/deep', 'by_key', { key: 'other' }],
    ['GET', '/a/caf%C3%A9%20%2F', 'by_id', { id: 'café /' }],
    ['GET', '/a/__proto__', 'by_id', { id: '__proto__' }],
  ])('%s %s matches %s', (method, path, name, params) => {
    const found = match(method, path)
    expect('endpoint' in found && [found.endpoint.name, found.params]).toEqual([name, params])
  })

  it.each(['/a', '/a/', '/a/x/', '//', '', 'a/x', '/a/%E0%A4%A', '/a/%', '/A/x', '/a/x/y/z'])(
    '%j returns 404',
    (path) => {
      expect(match('GET', path)).toEqual({ status: 404 })
    },
  )

  it('a 405 lists every method of the path, and HEAD with GET', () => {
    expect(match('PATCH', '/a/x')).toEqual({ status: 405, allow: ['GET', 'HEAD'] })
    expect(match('POST', '/')).toEqual({ status: 405, allow: ['GET', 'HEAD'] })
  })

  it('405 for a method that only the path with a parameter supports: a literal path is separate, as at API Gateway', () => {
    expect(match('GET', '/a/special')).toEqual({ status: 405, allow: ['POST'] })
    expect(match('DELETE', '/a/special/deep')).toEqual({ status: 405, allow: ['GET', 'HEAD'] })
  })

  it('two endpoints for one request line are refused, whatever their parameter names', () => {
    const duplicate = endpoint({
      ...plain,
      name: 'twin',
      route: 'GET /a/:x',
      request: { params: z.object({ x: z.string() }) },
    })
    expect(() => router([byId, duplicate])).toThrow('Endpoints "by_id" and "twin" both match GET /a/:x')
  })

  it('every route is found by its own template, with any parameter values', () => {
    const segment = fc.string({ minLength: 1, unit: 'grapheme' })
    const endpoints = [getAsset, paint, search, upload]
    const table = routeTable([endpointsIR(endpoints)])
    const routes = router(endpoints)
    fc.assert(
      fc.property(fc.constantFrom(...table), fc.array(segment, { minLength: 2, maxLength: 2 }), (row, values) => {
        const names = [...row.pathTemplate.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '')
        const params = Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))
        const path = row.pathTemplate.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(params[name] ?? ''),
        )
        const found = routes.match(row.method, path)
        expect('endpoint' in found && [found.endpoint.name, found.params]).toEqual([row.operationId, params])
      }),
    )
  })
})

describe('routeTable', () => {
  it('every route is listed with the data for a gateway, sorted by path', () => {
    const rows = routeTable([endpointsIR([upload, paint, getAsset], { name: 'images' })])
    expect(rows.map(({ method, pathTemplate }) => `${method} ${pathTemplate}`)).toEqual([
      'GET /v2/assets/{id}',
      'PUT /v2/files/{id}/parts/{part}',
      'POST /v2/paint',
    ])
    expect(rows[0]).toEqual({
      method: 'GET',
      path: '/v2/assets/:id',
      pathTemplate: '/v2/assets/{id}',
      operationId: 'get_asset',
      authority: 'public',
      stream: true,
      contract: 'images',
    })
  })

  it('a route or an operationId that occurs twice is refused', () => {
    const sameName = endpoint({ ...plain, name: 'get_asset', route: 'GET /other' })
    expect(() => routeTable([endpointsIR([getAsset, sameName])])).toThrow('have the same operationId')
    const sameRoute = endpoint({ ...plain, name: 'twin', route: 'POST /v2/paint' })
    expect(() => routeTable([endpointsIR([paint]), endpointsIR([sameRoute])])).toThrow('have the same route')
  })
})
