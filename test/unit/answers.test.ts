import { expect, test } from 'vitest'
import { openApiDocuments } from '../../lib/openapi.ts'
import { declaredAnswers, missingAnswers } from '../support/answers.ts'

const declared = declaredAnswers(openApiDocuments('test'))

test('every status of every operation is asked for', () => {
  expect(declared).toContain('job_generate 402')
  expect(declared).toContain('getAsset 304')
  expect(declared).toContain('createTenant 201')
  expect(new Set(declared.map((answer) => answer.split(' ')[0])).size).toBe(39)
})

test('an answer that no test saw is found, one that cannot be brought about is not asked for', () => {
  const seen = declared.map((answer) => {
    const [operation = '', status] = answer.split(' ')
    return { file: 'a', operation, status: Number(status) }
  })
  expect(missingAnswers(declared, seen)).toEqual([])
  expect(
    missingAnswers(
      declared,
      seen.filter(({ status }) => status !== 304),
    ),
  ).toEqual(['getAsset 304', 'getSnapshot 304', 'ofrepEvaluateAll 304'])
  expect(missingAnswers(['getHealth 500', 'getHealth 418'], [])).toEqual(['getHealth 418'])
})
