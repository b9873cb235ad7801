import { describe, expect, test } from 'vitest'
import { runSmoke } from '../../../bin/smoke/run-smoke.ts'
import type { Target } from '../../../bin/smoke/target.ts'
import { newKey } from '../../support/credentials.ts'
import { newPerson } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

const isEmulator = testStack().kind === 'emulator'
const { urls } = testStack()
const SCOPES = ['archive:admin', 'flags:read', 'flags:write', 'images:read', 'images:write']

/** Signs in where possible; an emulator has no sign-in, so keys are provided. */
const target = async (): Promise<Target> =>
  isEmulator
    ? { urls, hasIssuer: false, key: await newKey('archive', SCOPES), imagesKey: testStack().keys.pro }
    : { urls, session: (await newPerson()).token }

describe('the smoke test', () => {
  test('runs all steps of a caller and removes everything it created', async () => {
    const outcomes = await runSmoke(await target(), [])
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const skipped = outcomes.flatMap(({ step, outcome }) => (outcome === 'skipped' ? [step] : []))
    expect(skipped).toEqual(isEmulator ? ['sign-in', 'key'] : [])
    const ids = outcomes.filter(({ requestId }) => requestId !== undefined).map(({ step }) => step)
    expect(ids).toEqual(expect.arrayContaining(['image', 'asset', 'archive', 'flags']))
    const createdItems = isEmulator
      ? ['the flag', 'the upload', 'the image']
      : ['the flag', 'the upload', 'the image', 'the key']
    expect(outcomes.at(-1)).toMatchObject({ step: 'clean up', message: `deleted ${createdItems.join(', ')}` })
  })

  test('reports how to fix an unknown key, and continues', async () => {
    const outcomes = await runSmoke(
      { urls, hasIssuer: !isEmulator, key: 'plat_0123456789abcdefghijklmnopqrstuvwxyz0' },
      [],
    )
    const failed = outcomes.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ step }) => step)).toEqual(['image', 'archive', 'flags'])
    for (const { message, next } of failed) {
      expect(message).toContain('401')
      expect(message).not.toContain('plat_')
      expect(next).toMatch(/unknown or has ended/)
    }
  })

  test('reports an address without a server', async () => {
    const outcomes = await runSmoke({ urls: { platform: 'http://127.0.0.1:65533' }, session: 'none' }, [])
    expect(outcomes.find(({ step }) => step === 'health')).toMatchObject({
      outcome: 'failed',
      message: '127.0.0.1:65533 does not respond (ECONNREFUSED)',
    })
  })
})
