import { describe, expect, test } from 'vitest'
import type { FaultBody } from './runtime-world.ts'
import { builderKey, codegen, INTENTION, storedScaffold } from './scaffold-world.ts'
import { grimoireOf } from './stored-results-world.ts'

describe('GET /scaffold/:hash', () => {
  test('getScaffold 200 with the created scaffold; 404 in another namespace and for an unknown hash; 400 for an invalid hash', async () => {
    const key = await builderKey()
    const codegenBody = { intention: INTENTION, inscribe: true, seed: 3, projectType: 'worker' }
    const { body: created } = await codegen(key, codegenBody, 'shop')
    const hash = String(created.hash)
    const { status, body } = await storedScaffold(key, hash, 'shop')
    expect(status).toBe(200)
    const {
      success: _success,
      runId: _run,
      inferenceMetrics: _metrics,
      receipt: _receipt,
      ...generatedFields
    } = created
    expect(body).toEqual({ ...generatedFields, intention: INTENTION, projectType: 'worker', seed: 3, at: body.at })
    expect([Number.isNaN(Date.parse(body.at)), body.nextSteps.length > 2]).toEqual([false, true])
    const { body: grimoire } = await grimoireOf(key, '/grimoire/shop?kind=flow', 'shop')
    expect(grimoire.readings).toMatchObject([{ hash, project_type: 'worker' }])
    const { body: reading } = await grimoireOf(key, '/grimoire/shop?kind=reading', 'shop')
    expect(reading.readings).toEqual([])
    const conversationScaffold = await codegen(key, { intention: INTENTION, conversationId: 'c' }, 'shop')
    expect(conversationScaffold.body.hash).toBeUndefined()
    for (const [otherHash, querents] of [
      [hash, 'other'],
      ['0'.repeat(64), 'shop'],
    ] as const)
      expect((await storedScaffold<FaultBody>(key, otherHash, querents)).body.code).toBe('not_found')
    expect((await storedScaffold(await builderKey(), hash, 'shop')).status).toBe(404)
    expect((await storedScaffold(key, 'x', 'shop')).status).toBe(400)
  })

  test('generateScaffold 200: a kind of project favors its patterns; 400 for an invalid one', async () => {
    const key = await builderKey()
    const patternFor = async (projectType?: string) =>
      (await codegen(key, { intention: 'Tools that look up orders', ...(projectType && { projectType }) })).body.codegen
        .pattern
    expect([await patternFor('cli'), await patternFor('library')]).toEqual(['cli-tool', 'http-api'])
    expect(await patternFor('api')).toBe(await patternFor())
    expect((await codegen<FaultBody>(key, { intention: INTENTION, projectType: 'A b' })).body.errors?.[0]?.field).toBe(
      'projectType',
    )
  })
})
