import { expect, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'

verifies(['IMG-4.6-1', 'IMG-9-1'], '200 with status ok and the version of the package', async () => {
  const { status, body } = await call('GET', '/v2/health', { as: 'getHealth' })
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ok', version: packageJson.version })
})

test('200 with any credential, because a health check ignores it', async () => {
  const { status } = await call('GET', '/v2/health', { key: 'gen_bad', as: 'getHealth' })
  expect(status).toBe(200)
})

test('400 names an unknown query parameter', async () => {
  const { status, body } = await call('GET', '/v2/health?deep=1', { as: 'getHealth' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_input', errors: [{ field: 'deep' }] })
})
