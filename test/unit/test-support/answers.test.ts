import { expect, test } from 'vitest'
import { openApiDocuments } from '../../../lib/openapi.ts'
import { servedApis } from '../../../lib/services.ts'
import { declaredAnswers, missingAnswers } from '../../support/answers.ts'
import { apiRoutes } from '../../support/api-routes.ts'

const declared = declaredAnswers(openApiDocuments('test'))

test('declaredAnswers returns every status of every operation', () => {
  expect(declared).toContain('images/job_generate 402')
  expect(declared).toContain('images/getAsset 304')
  expect(declared).toContain('images/createTenant 201')
  const routes = servedApis().flatMap((api) => apiRoutes(api).map(({ operationId }) => `${api.key}/${operationId}`))
  expect([...new Set(declared.map((answer) => answer.split(' ')[0]))].sort()).toEqual(routes.sort())
})

test('missingAnswers returns answers that no test received, except unreachable ones', () => {
  const seenAnswers = declared.map((answer) => {
    const [operation = '', status] = answer.split(' ')
    return { file: 'a', operation, status: Number(status) }
  })
  expect(missingAnswers(declared, seenAnswers)).toEqual([])
  expect(
    missingAnswers(
      declared,
      seenAnswers.filter(({ status }) => status !== 304),
    ),
  ).toEqual([
    'platform/getCisoIntakeRules 304',
    'platform/readTrustPage 304',
    'platform/readTrustPageAt 304',
    'platform/readTrustArtifactAt 304',
    'platform/readTrustArtifact 304',
    'platform/verifyReceiptPage 304',
    'images/getAsset 304',
    'runtime/getDeck 304',
    'runtime/getAwsManifest 304',
    'runtime/getCloudflareManifest 304',
    'runtime/getCrownrot 304',
    'flags/getSnapshot 304',
    'flags/ofrepEvaluateAll 304',
  ])
  expect(missingAnswers(['images/getHealth 500', 'images/getHealth 418'], [])).toEqual(['images/getHealth 418'])
})
