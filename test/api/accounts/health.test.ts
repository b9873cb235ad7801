import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { killAt } from '../../support/control.ts'

const health = () => call('GET', '/api/health', { as: 'getPlatformHealth' })
const check = { status: expect.stringMatching(/^(pass|fail)$/), latency_ms: expect.any(Number) }

describe('GET /api/health', () => {
  verifies('PLA-4.1-1', 'returns 200 without a credential when all services of the deployment respond', async () => {
    await call('GET', '/v2/models', { as: 'listModels' })
    const { status, body } = await health()
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'healthy',
      checks: {
        auth_service: { ...check, status: 'pass' },
        scaffold_runtime: { ...check, status: 'pass' },
        image_service: { ...check, status: 'pass' },
      },
      latency_ms: expect.any(Number),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  verifies('PLA-4.1-2', 'returns 503 degraded with every check while the image service fails', async () => {
    await killAt('images-api', 'before')
    const { status, body } = await health()
    expect(status).toBe(503)
    expect(body).toMatchObject({
      status: 'degraded',
      checks: { auth_service: { status: 'pass' }, scaffold_runtime: check, image_service: { status: 'fail' } },
    })
    expect((await health()).status).toBe(200)
  })

  test('returns 503 degraded while the runtime fails', async () => {
    await killAt('runtime-api', 'before')
    const { status, body } = await health()
    expect([status, body]).toMatchObject([
      503,
      { status: 'degraded', checks: { scaffold_runtime: { status: 'fail' }, image_service: { status: 'pass' } } },
    ])
    expect((await health()).status).toBe(200)
  })

  test('returns 400 for an unknown query parameter', async () => {
    expect((await call('GET', '/api/health?surprise=1', { as: 'getPlatformHealth' })).status).toBe(400)
  })
})
