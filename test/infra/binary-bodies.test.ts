import { expect, it } from 'vitest'
import { putArtifact } from '../../lambdas/trust/contract/bundles.ts'
import { synthesize } from './synth.ts'

it('the platform takes every type of an artifact byte by byte but JSON, which is text; other APIs take text', () => {
  const { of } = synthesize('test')
  const types = new Map(
    of('AWS::ApiGateway::RestApi').map(({ Metadata, Properties }) => [
      Metadata?.['signet:api'],
      Properties.BinaryMediaTypes,
    ]),
  )
  const declared = putArtifact.request.mediaTypes.filter((type) => type !== 'application/json')
  expect(types.get('platform')).toEqual(declared)
  types.delete('platform')
  expect(types.size).toBeGreaterThan(3)
  expect([...types.values()].filter((each) => each !== undefined)).toEqual([])
})
