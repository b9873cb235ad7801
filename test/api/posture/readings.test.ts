import { jsonSha256 } from '@signet/receipts/digest'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages } from '../../support/control.ts'
import { keyOfPerson, scaffoldsUsed } from '../../support/paid-work.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { faultFreeIntake } from '../../unit/posture/world.ts'
import { compareAs, listAs, newIntake, PATH, REFUSED_INTAKE, readAs, tableFails } from './posture-world.ts'

afterEach(endOutages)

const ABSENT_HASH = '0'.repeat(64)

describe('intakes of an organization', () => {
  test("200 with payload, findings, claims and freshness; 404 for another organization's; free of charge", async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    const hash = await newIntake(ada, REFUSED_INTAKE)
    const { status, body } = await readAs(ada, hash)
    expect([status, body]).toMatchObject([
      200,
      {
        refused: true,
        intake: REFUSED_INTAKE,
        findings: [{ id: 'MFA-01' }],
        claims: { mfa: 'none' },
        receipt: { hash },
        freshness: { state: 'fresh' },
        ruleset: 'ciso-rules@2026.11.1',
      },
    ])
    const { body: disclosed } = await readAs<{ sdRoot: string; disclosures: { name: string; value: unknown }[] }>(
      ...([ada, hash, '/disclosures'] as const),
    )
    expect(disclosed.disclosures.find(({ name }) => name === 'mfa')?.value).toBe('none')
    for (const end of ['', '/caiq', '/disclosures'] as const) {
      const foreign = await readAs(bob, hash, end)
      const absent = await readAs(bob, ABSENT_HASH, end)
      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
      expect([absent.status, { ...absent.body, request_id: 0 }]).toEqual([404, { ...foreign.body, request_id: 0 }])
      expect((await readAs(ada, 'memory', end)).status).toBe(400)
    }
    expect(await scaffoldsUsed(ada)).toBe(1)
  })

  test('200 with the CAIQ answers as JSON and CSV', async () => {
    const ada = await newPerson()
    const hash = await newIntake(ada)
    const key = await keyOfPerson(ada, ['agents:read'])
    const textOf = async (format: string) => {
      const { status, headers, bytes } = await call('GET', `${PATH}/intakes/${hash}/caiq?format=${format}`, {
        key,
        as: 'getCisoIntakeCaiq',
      })
      return { status, text: Buffer.from(bytes).toString(), type: headers.get('content-type') }
    }
    const json = await textOf('json')
    const csv = await textOf('csv')
    const other = await textOf('pdf')
    const { answers } = JSON.parse(json.text) as { answers: { id: string; answer: string; claims: string[] }[] }
    expect(answers.find(({ id }) => id === 'IAM-14.1')).toMatchObject({ answer: 'yes', claims: ['mfa'] })
    expect([json.status, json.type, csv.status, csv.type, other.status]).toEqual([
      ...[200, 'application/json', 200, 'text/csv; charset=utf-8', 400],
    ])
    expect(csv.text).toContain(`\r\nIAM-14.1,yes,part,mfa,,${hash}\r\n`)
  })

  test('200 with the own intakes, newest first', async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    const hashes = [await newIntake(ada), await newIntake(ada, REFUSED_INTAKE)].toReversed()
    const first = await listAs(ada, '?limit=1')
    const second = await listAs(ada, `?limit=1&cursor=${first.body.nextCursor}`)
    const listed = [...first.body.intakes, ...second.body.intakes]
    expect(listed.map(({ receipt, refused }) => [receipt.hash, refused])).toEqual([
      [hashes[0], true],
      [hashes[1], false],
    ])
    expect([second.body.nextCursor, (await listAs(bob)).body.intakes]).toEqual([undefined, []])
    expect((await listAs(ada, '?cursor=none')).status).toBe(400)
  })

  test('200 with the differences of two intakes; 400 and 404', async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    const from = await newIntake(ada, REFUSED_INTAKE)
    const to = await newIntake(ada, faultFreeIntake())
    const { status, body } = await compareAs(ada, from, to)
    expect([status, body]).toMatchObject([200, { fixed: [{ id: 'MFA-01' }], appeared: [], recovered: [] }])
    const wrong = await compareAs(ada, 'x', to)
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'from'])
    const foreign = await compareAs(bob, from, to)
    expect([foreign.status, foreign.body.code, (await compareAs(ada, from, ABSENT_HASH)).status]).toEqual([
      ...[404, 'not_found', 404],
    ])
  })

  test('503 while the table is busy', async () => {
    const ada = await newPerson()
    const hash = await newIntake(ada)
    for (const operation of ['GetItem', 'Query']) await tableFails({ operation, type: 'ThrottlingException' })
    const answers = [
      await listAs(ada),
      await readAs(ada, hash),
      await readAs(ada, hash, '/caiq'),
      await readAs(ada, hash, '/disclosures'),
      await compareAs(ada, hash, hash),
    ]
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  })
})

test('200 with the rules and their hash for anonymous clients, 304 for a current copy; 401 for intakes', async () => {
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    call<{ sha256: string; rules: unknown[] }>('GET', `${PATH}/rules`, { headers, as: 'getCisoIntakeRules' })
  const { status, body, headers } = await ask()
  const { sha256, ...rules } = body
  expect([status, jsonSha256(rules), rules.rules.length]).toEqual([200, sha256, 38])
  const etag = String(headers.get('etag'))
  expect([etag, (await ask({ 'if-none-match': etag })).status]).toEqual([`"${sha256}"`, 304])
  for (const [path, as] of [
    ['', 'listCisoIntakes'],
    [`/intakes/${ABSENT_HASH}`, 'getCisoIntake'],
    [`/intakes/${ABSENT_HASH}/caiq`, 'getCisoIntakeCaiq'],
    [`/intakes/${ABSENT_HASH}/disclosures`, 'getCisoIntakeDisclosures'],
  ] as const)
    expect((await call('GET', `${PATH}${path}`, { as })).status).toBe(401)
  expect((await call('POST', `${PATH}/diff`, { body: {}, as: 'compareCisoIntakes' })).status).toBe(401)
})

test('the path of role memories does not match an intake', async () => {
  const ada = await newPerson()
  const memory = await asPerson<{ role: string }>(ada, 'GET', '/api/agents/ciso/memory', { as: 'getRoleMemory' })
  expect([memory.status, memory.body.role]).toEqual([200, 'ciso'])
})
