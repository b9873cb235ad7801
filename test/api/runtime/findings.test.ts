import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { freeKey, paidKey } from './agents-world.ts'
import { type FaultBody, headersOf, QUERENT, runtimeKey } from './runtime-world.ts'
import { inscribe } from './stored-results-world.ts'

afterEach(endOutages)

interface FindingBody {
  readonly id: string
  readonly status: string
  readonly created_at: string
  readonly history: readonly { readonly status: string; readonly note?: string }[]
}

const FINDING = {
  rule: 'MFA-02',
  description: 'Administrators sign in with a password',
  severity: 'high',
  status: 'open',
}

const record = <Body = FindingBody>(key: string, body: object = {}, querents?: string) =>
  call<Body>('POST', '/agents/ciso-finding', {
    key,
    body: { ...FINDING, ...body },
    as: 'recordFinding',
    headers: headersOf(querents === undefined ? {} : { querents }),
  })

describe('POST /agents/ciso-finding', () => {
  test('recordFinding 201, and 200 for a change with its history', async () => {
    const key = await paidKey()
    const created = await record(key)
    expect([created.status, created.body.history.length]).toEqual([201, 1])
    const { id } = created.body
    const accepted = await record(key, { id, status: 'accepted', owner: 'Ada', due: '2027-01-31', note: 'Until SSO' })
    expect([accepted.status, accepted.body.id, accepted.body.created_at]).toEqual([200, id, created.body.created_at])
    expect(accepted.body.history).toMatchObject([{ status: 'open' }, { status: 'accepted', note: 'Until SSO' }])
  })

  test("recordFinding 201 about a receipt of the organization; 404 for another's, for a querent that the header does not name, and for a missing one", async () => {
    const ada = await paidKey()
    const bob = await paidKey()
    const receipt = await inscribe(ada, QUERENT, { querents: 'a' })
    expect((await record(ada, { receipt }, 'a')).status).toBe(201)
    expect((await record(ada, { receipt })).status).toBe(201)
    for (const [key, hash, querents] of [
      [bob, receipt, undefined],
      [ada, receipt, 'b'],
      [ada, 'f'.repeat(64), undefined],
    ] as const)
      expect((await record(key, { receipt: hash }, querents)).status).toBe(404)
  })

  test('recordFinding 404 for a finding of another organization, another querent, and a missing one', async () => {
    const ada = await paidKey()
    const bob = await paidKey()
    const { id } = (await record(ada, {}, 'a')).body
    for (const [key, finding, querents] of [
      [bob, id, 'a'],
      [ada, id, 'b'],
      [ada, id, undefined],
      [ada, randomUUID(), 'a'],
    ] as const)
      expect((await record(key, { id: finding }, querents)).status).toBe(404)
    expect((await record(ada, { id }, 'a')).status).toBe(200)
  })

  test('recordFinding 400: accepted without owner and due, neither title nor rule, wrong fields', async () => {
    const key = await paidKey()
    for (const [body, fields] of [
      [{ status: 'accepted' }, ['owner', 'due']],
      [{ status: 'accepted', owner: 'Ada' }, ['due']],
      [{ rule: undefined }, ['title']],
      [{ rule: 'mfa' }, ['rule']],
      [{ rule: 'ZZZ-99' }, ['rule']],
      [{ severity: 'bad' }, ['severity']],
      [{ due: 'soon' }, ['due']],
    ] as const) {
      const refused = await record<FaultBody>(key, body)
      expect([refused.status, refused.body.errors?.map(({ field }) => field)]).toEqual([400, fields])
    }
  })

  test('recordFinding 401, 403 without the scope and on the free plan, 409 after conflicts, 503', async () => {
    const key = await paidKey()
    const free = await freeKey()
    const readKey = await runtimeKey()
    expect((await record('plat_nobody')).status).toBe(401)
    expect((await record<FaultBody>(readKey)).body.code).toBe('forbidden')
    expect((await record<FaultBody>(free)).body.code).toBe('plan_required')
    const { id } = (await record(key)).body
    const put = { service: 'dynamodb', operation: 'PutItem', function: 'runtime-agents' } as const
    await planOutage({ ...put, times: 5, status: 400, type: 'ConditionalCheckFailedException' })
    const refused = await record<FaultBody>(key, { id })
    expect([refused.status, refused.body.code]).toEqual([409, 'finding_conflict'])
    await planOutage({ ...put, times: 1_000, type: 'ProvisionedThroughputExceededException' })
    expect((await record(key)).status).toBe(503)
  })
})
