import { expect, it } from 'vitest'
import { OTLP_MEDIA_TYPES } from '../../lambdas/observe/contract/otlp.ts'
import { putArtifact } from '../../lambdas/trust/contract/bundles.ts'
import { synthesize } from './synth.ts'

it('the platform accepts the types of documents and OTLP as binary bodies; other APIs accept only text', () => {
  const { of } = synthesize('test')
  const types = new Map(
    of('AWS::ApiGateway::RestApi').map(({ Metadata, Properties }) => [
      Metadata?.['signet:api'],
      Properties.BinaryMediaTypes,
    ]),
  )
  const declared = [...putArtifact.request.mediaTypes, ...OTLP_MEDIA_TYPES]
  expect(types.get('platform')).toEqual([...new Set(declared)])
  types.delete('platform')
  expect(types.size).toBeGreaterThan(3)
  expect([...types.values()].filter((each) => each !== undefined)).toEqual([])
})
