import { CISO_RULES, type ruleSet } from '@signet/posture'
import { discloses } from '@signet/receipts'
import { jsonSha256 } from '@signet/receipts/digest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rulesRoute } from '../../../lambdas/posture/intakes/rules-route.ts'
import { callRoute } from '../../support/paid-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { hashIn, postureOver, refusedIntake } from './posture-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const routesAt = (now?: () => Date) => postureOver({ db: world.db, tier: 'pro', ...(now && { now }) })
const clockOn = (day: string) => () => new Date(`${day}T12:00:00Z`)

it("returns payload, findings, claims and freshness of an own intake, and 404 for another organization's", async () => {
  const { submit, get, caiq, disclosures } = routesAt()
  const hash = hashIn(await submit('own', { body: refusedIntake() }))
  const { body } = await get('own', { params: { hash } })
  expect(body).toMatchObject({
    asOf: '2026-11-22',
    refused: true,
    ruleset: 'ciso-rules@2026.11.1',
    intake: refusedIntake(),
    findings: [{ id: 'MFA-01' }],
    claims: { mfa: 'none', findings: { open: 1 } },
    receipt: { hash },
    freshness: { state: 'fresh', reasons: [] },
  })
  for (const read of [get, caiq, disclosures])
    for (const [tenant, other] of [
      ['another', hash],
      ['own', '0'.repeat(64)],
    ] as const)
      expect((await read(tenant, { params: { hash: other }, query: { format: 'json' } })).code).toBe('not_found')
})

it('freshness changes with the day, and the signed data does not', async () => {
  const hash = hashIn(await routesAt().submit('ages', { body: faultFreeIntake() }))
  const stateOn = async (day: string) =>
    ((await routesAt(clockOn(day)).get('ages', { params: { hash } })).body.freshness as { state: string }).state
  expect([await stateOn('2026-12-01'), await stateOn('2027-11-01'), await stateOn('2027-12-01')]).toEqual([
    ...['fresh', 'red', 'red'],
  ])
})

it('lists own intakes, newest first, page by page', async () => {
  const hashes: string[] = []
  for (const day of ['2026-11-23', '2026-11-24', '2026-11-25'])
    hashes.unshift(hashIn(await routesAt(clockOn(day)).submit('lists', { body: faultFreeIntake() })))
  const { list } = routesAt(clockOn('2026-11-26'))
  const first = await list('lists', { query: { limit: 2 } })
  const second = await list('lists', { query: { limit: 2, cursor: first.body.nextCursor } })
  const rows = [first, second].flatMap(({ body }) => body.intakes as { receipt: { hash: string }; findings: number }[])
  expect(rows.map(({ receipt }) => receipt.hash)).toEqual(hashes)
  expect([rows[0]?.findings, second.body.nextCursor]).toEqual([0, undefined])
  expect((await list('nobody', { query: { limit: 2 } })).body).toEqual({ intakes: [] })
})

it('distinguishes fixed, new and open findings of two intakes', async () => {
  const { submit, compare } = routesAt()
  const from = hashIn(await submit('compares', { body: refusedIntake() }))
  const to = hashIn(await submit('compares', { body: edited({ 'controlBaseline.workstationSecurity.edr': false }) }))
  const { body } = await compare('compares', { body: { from, to } })
  expect(body).toMatchObject({
    from: { receipt: { hash: from }, refused: true },
    to: { receipt: { hash: to }, refused: false },
    fixed: [{ id: 'MFA-01' }],
    appeared: [{ id: 'WKS-02' }],
    stillOpen: [],
    recovered: [],
  })
  const errors = []
  for (const [tenant, hashes] of [
    ['compares', { from: '0'.repeat(64), to }],
    ['compares', { from, to: '0'.repeat(64) }],
    ['another', { from, to }],
  ] as const)
    errors.push(await compare(tenant, { body: hashes }))
  expect(errors.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found'])
})

it('discloses each claim alone, under the root that the receipt signs', async () => {
  const { submit, get, disclosures } = routesAt()
  const hash = hashIn(await submit('discloses', { body: faultFreeIntake() }))
  const { claims } = (await get('discloses', { params: { hash } })).body as { claims: Record<string, unknown> }
  const { body } = await disclosures('discloses', { params: { hash } })
  const [row] = await world.partition(`RECEIPT#${hash}`)
  const { predicate } = JSON.parse(Buffer.from(String(row?.payload), 'base64').toString())
  expect(body.sdRoot).toBe(predicate.claims.sdRoot)
  const claimDisclosures = body.disclosures as readonly { readonly name: string; readonly value: unknown }[]
  expect(Object.fromEntries(claimDisclosures.map(({ name, value }) => [name, value]))).toEqual(claims)
  for (const each of claimDisclosures)
    expect(discloses(predicate.claims.sdRoot, each)).toEqual({ name: each.name, value: each.value })
})

it('returns CAIQ answers by id as JSON and as CSV, with the claims of the receipt', async () => {
  const { submit, caiq } = routesAt()
  const hash = hashIn(await submit('answers', { body: refusedIntake() }))
  const textOf = async (format: string) => {
    const { body, headers } = await caiq('answers', { params: { hash }, query: { format } })
    return { text: String(body), type: headers['content-type'] }
  }
  const json = await textOf('json')
  const { answers, ...header } = JSON.parse(json.text)
  expect(header).toEqual({
    questionnaire: 'CAIQ v4.0',
    asOf: '2026-11-22',
    receipt: { hash, verifyUrl: `/verify/${hash}`, claimsSchemaVersion: 1 },
  })
  expect(answers).toContainEqual({
    id: 'IAM-14.1',
    answer: 'no',
    covers: 'part',
    claims: ['mfa'],
    findings: ['MFA-01'],
  })
  const csv = await textOf('csv')
  const [head, ...lines] = csv.text.split('\r\n')
  expect([json.type, csv.type, head]).toEqual([
    ...['application/json', 'text/csv; charset=utf-8', 'id,answer,covers,claims,findings,receipt'],
  ])
  expect(lines).toContain(`IAM-14.1,no,part,mfa,MFA-01,${hash}`)
  expect(lines.filter(Boolean)).toHaveLength(answers.length)
})

it('publishes its rules with the hash in receipts, and returns 304 for a cached copy', async () => {
  const { run } = rulesRoute()
  const ask = run as unknown as (request: object) => Promise<{ status: number; body: object; headers: object }>
  const { body, headers } = await ask({ headers: {} })
  const { sha256, ...rules } = body as ReturnType<typeof ruleSet>
  expect([jsonSha256(rules), rules.rules.length]).toEqual([sha256, CISO_RULES.length])
  const { etag } = headers as { etag: string }
  expect((await ask({ headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await ask({ headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  expect((await callRoute(rulesRoute())('anybody', {})).status).toBe(200)
})
