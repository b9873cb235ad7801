import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { keyOfPerson, paidPerson, scaffoldsUsed } from '../../support/paid-work.ts'
import { newPerson } from '../../support/people.ts'
import { setTier } from '../../support/tiers.ts'
import {
  ABSENT_HASH,
  changeStoredFlow,
  createAs,
  filesByPath,
  flowAs,
  oracleAs,
  storedOracleAs,
} from './flows-world.ts'

afterEach(endOutages)

describe('POST /api/flows/:id/oracle', () => {
  verifies(
    ['PLA-3-5', 'PLA-4.7-5', 'PLA-4.7-10', 'PLA-4.7-12'],
    '200 with the edited documents, which are stored, returned by GET, and returned again',
    async () => {
      const ada = await paidPerson()
      const { id } = (await createAs(ada)).body
      const before = (await flowAs(ada, id)).body
      expect((await storedOracleAs(ada, id)).body).toEqual({ enhanced: false })
      const { status, body } = await oracleAs(ada, id)
      expect([status, body]).toEqual([
        200,
        {
          enhanced: true,
          files: expect.any(Array),
          method: 'rules',
          kept_until: expect.any(String),
          summary: expect.stringContaining('no language model is configured'),
          receipt: { hash: expect.any(String), verifyUrl: expect.stringContaining(`/verify/${body.receipt.hash}`) },
        },
      ])
      expect(body.files.length).toBeGreaterThan(0)
      for (const { path, role } of body.files)
        expect([path, ['governance', 'doc'].includes(role)]).toEqual([expect.stringMatching(/\.md$/), true])
      const days = (Date.parse(body.kept_until) - Date.parse(before.created_at)) / 86_400_000
      expect(Math.round(days)).toBe(90)
      const after = (await flowAs(ada, id)).body
      expect([after.oracle_enhanced, after.oracle_summary]).toEqual([true, body.summary])
      const [originalByPath, currentByPath, editedByPath] = [
        before.scaffold.files,
        after.scaffold.files,
        body.files,
      ].map(filesByPath)
      expect(currentByPath).toEqual(new Map([...(originalByPath ?? []), ...(editedByPath ?? [])]))
      expect(after.governance.threat_model).toBe(editedByPath?.get('docs/threat-model.md'))
      expect([(await oracleAs(ada, id)).body, (await storedOracleAs(ada, id)).body]).toEqual([body, body])
      expect(await scaffoldsUsed(ada)).toBe(1)
      const verified = await call<{ valid: boolean; kind: string }>('GET', `/verify/${body.receipt.hash}`, {
        headers: { accept: 'application/json' },
        as: 'verifyReceiptPage',
      })
      expect(verified.body).toMatchObject({ valid: true, kind: 'flow' })
    },
  )

  test('200 with one result and one receipt for concurrent requests', async () => {
    const ada = await paidPerson()
    const { id } = (await createAs(ada)).body
    const answers = await Promise.all(Array.from({ length: 5 }, () => oracleAs(ada, id)))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
  })

  verifies('PLA-4.7-13', '401, 403 on the free plan, 404, 422 without prompt context, 502', async () => {
    const ada = await paidPerson()
    const bob = await newPerson('Bob')
    const { id } = (await createAs(ada)).body
    expect((await call('POST', `/api/flows/${id}/oracle`, { as: 'askFlowOracle' })).status).toBe(401)
    const free = await oracleAs(bob, (await createAs(bob)).body.id)
    expect([free.status, free.body.code, free.body.upgrade_url, typeof free.body.error]).toEqual([
      ...[403, 'plan_required', '/pricing', 'string'],
    ])
    await setTier(await orgOf(bob), { sku: 'pro' })
    const foreign = await oracleAs(bob, id)
    const absent = await oracleAs(bob, ABSENT_HASH)
    expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    await planOutage({
      service: 'dynamodb',
      function: 'runtime-scaffolds',
      times: 1_000,
      status: 400,
      type: 'ValidationException',
    })
    expect([(await oracleAs(ada, id)).status, (await storedOracleAs(ada, id)).body]).toEqual([502, { enhanced: false }])
    await endOutages()
    await changeStoredFlow(ada, id, (storedFlow) => {
      const { result } = storedFlow as { readonly result: Readonly<Record<string, unknown>> }
      const { envelope: _none, ...rest } = result
      return { ...storedFlow, result: rest }
    })
    const without = await oracleAs(ada, id)
    expect([without.status, without.body.code]).toEqual([422, 'no_prompt_context'])
    expect((await storedOracleAs(ada, id)).body).toEqual({ enhanced: false })
  })

  test('200 with a key, 403 without its scope', async () => {
    const ada = await paidPerson()
    const { id } = (await createAs(ada)).body
    const ask = async (scopes: string[]) =>
      (await call('POST', `/api/flows/${id}/oracle`, { key: await keyOfPerson(ada, scopes), as: 'askFlowOracle' }))
        .status
    expect([await ask(['flows:read']), await ask(['flows:write'])]).toEqual([403, 200])
  })
})

describe('GET /api/flows/:id/oracle', () => {
  verifies('PLA-4.7-11', '200 with the stored result on any plan, for its tenant only; 401', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    const { id } = (await createAs(ada)).body
    const { body } = await oracleAs(ada, id)
    await setTier(await orgOf(ada), { sku: null })
    expect((await oracleAs(ada, id)).status).toBe(403)
    expect((await storedOracleAs(ada, id)).body).toEqual(body)
    expect((await storedOracleAs(bob, id)).body).toEqual({ enhanced: false })
    expect((await storedOracleAs(ada, ABSENT_HASH)).body).toEqual({ enhanced: false })
    expect((await call('GET', `/api/flows/${id}/oracle`, { as: 'getFlowOracle' })).status).toBe(401)
  })
})

describe('POST /api/flows with oracle', () => {
  verifies('PLA-4.7-4', '201 with edited documents on Pro and Team; the free plan ignores oracle', async () => {
    const free = await newPerson()
    const pro = await paidPerson()
    const team = await newPerson()
    await setTier(await orgOf(team), { sku: 'team' })
    const createdFlow = async (person: typeof free, oracle: boolean) => {
      const { status, body } = await createAs(person, { oracle })
      const { oracle_enhanced } = (await flowAs(person, body.id)).body
      return [status, body.oracle_enhanced, oracle_enhanced, (await storedOracleAs(person, body.id)).body.enhanced]
    }
    expect(await createdFlow(free, true)).toEqual([201, false, false, false])
    expect(await createdFlow(pro, false)).toEqual([201, false, false, false])
    for (const person of [pro, team]) expect(await createdFlow(person, true)).toEqual([201, true, true, true])
    expect([await scaffoldsUsed(free), await scaffoldsUsed(pro), await scaffoldsUsed(team)]).toEqual([1, 2, 1])
  })
})
