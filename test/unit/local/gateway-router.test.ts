import { describe, expect, it } from 'vitest'
import type { LocalRoute } from '../../../lib/local/api-model.ts'
import { gatewayRouter } from '../../../lib/local/gateway-router.ts'

const route = (line: string): LocalRoute => {
  const [method = '', resource = ''] = line.split(' ')
  return { method, resource, timeoutMs: 1, stream: false, permitted: true }
}
const match = gatewayRouter(
  [
    'GET /',
    'GET /a/{id}',
    'GET /a/fixed',
    'ANY /a/{id}/b',
    'GET /a/{proxy+}',
    'POST /a/fixed/deep/end',
    'ANY /{proxy+}',
  ].map(route),
)
const matchOf = (line: string) => {
  const [method = '', path = ''] = line.split(' ')
  const routeMatch = match(method, path)
  return routeMatch && [`${routeMatch.route.method} ${routeMatch.route.resource}`, routeMatch.params]
}

describe('routing of a REST API', () => {
  it.each<[string, unknown]>([
    ['GET /', ['GET /', {}]],
    ['GET /a/fixed', ['GET /a/fixed', {}]],
    ['GET /a/1', ['GET /a/{id}', { id: '1' }]],
    ['GET /a/1/', ['GET /a/{id}', { id: '1' }]],
    ['PUT /a/1/b', ['ANY /a/{id}/b', { id: '1' }]],
    ['GET /a/1/c', ['GET /a/{proxy+}', { proxy: '1/c' }]],
    ['GET /a/fixed/deep', ['GET /a/{proxy+}', { proxy: 'fixed/deep' }]],
    ['POST /a/fixed/deep/end', ['POST /a/fixed/deep/end', {}]],
    ['GET /elsewhere/x', ['ANY /{proxy+}', { proxy: 'elsewhere/x' }]],
    ['GET /a/x%2Fy', ['GET /a/{id}', { id: 'x%2Fy' }]],
  ])('%s reaches %j', (line, expected) => {
    expect(matchOf(line)).toEqual(expected)
  })

  it.each(['POST /a/fixed', 'POST /a/1', 'GET /a/fixed/deep/end', 'POST /'])(
    '%s selects a resource that does not have the method',
    (line) => {
      expect(matchOf(line)).toBeUndefined()
    },
  )
})
