import { stateOf } from '@signet/notifications/trust-requests'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decision } from '../../../lambdas/trust/requests/decide-request.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { GRACE, grantToken, newConfirmedRequest, requestsOver } from './request-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 1
  return new Date(time)
}
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const DAY_MS = 86_400_000
let orgCount = 0
const newOrg = () => {
  orgCount += 1
  return `request-org-${orgCount}`
}
const newRequests = () => requestsOver({ db: world.db, now })

describe('request decision', () => {
  /** `state`: the current state of the request does not permit the decision. */
  const DECISION_CASES: readonly (readonly [from: readonly Decision[], decision: Decision, outcome: string])[] = [
    [[], 'granted', 'granted'],
    [[], 'declined', 'declined'],
    [[], 'revoked', 'state'],
    [['granted'], 'granted', 'granted'],
    [['granted'], 'declined', 'state'],
    [['granted'], 'revoked', 'revoked'],
    [['declined'], 'granted', 'granted'],
    [['declined'], 'declined', 'declined'],
    [['declined'], 'revoked', 'state'],
    [['granted', 'revoked'], 'granted', 'granted'],
    [['granted', 'revoked'], 'revoked', 'revoked'],
    [['granted', 'revoked'], 'declined', 'state'],
  ]
  it.each(DECISION_CASES)('after %j, %s yields %s', async (earlierDecisions, decision, expected) => {
    const requests = newRequests()
    const org = newOrg()
    const { row } = await newConfirmedRequest(requests, org)
    for (const each of earlierDecisions) await requests.decide(org, row.id, each)
    const eventCount = requests.published.length
    const outcome = await requests.decide(org, row.id, decision)
    const state = outcome.outcome === 'decided' ? outcome.row.state : outcome.outcome
    expect(state).toBe(expected)
    const isChanged = outcome.outcome === 'decided' && earlierDecisions.at(-1) !== decision
    expect(requests.published.length - eventCount).toBe(isChanged ? 1 : 0)
    expect(await requests.tables.open.all({ org })).toHaveLength(
      earlierDecisions.length === 0 && expected === 'state' ? 1 : 0,
    )
  })

  it('two concurrent decisions produce one decision and one event', async () => {
    const requests = newRequests()
    const org = newOrg()
    const { row } = await newConfirmedRequest(requests, org)
    const eventCount = requests.published.length
    const results = await Promise.all([
      requests.decide(org, row.id, 'declined'),
      requests.decide(org, row.id, 'declined'),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['decided', 'decided'])
    expect(requests.published.length - eventCount).toBe(1)
  })

  it('returns absent for another organization, and gone for a grant without its artifact', async () => {
    const requests = newRequests()
    const org = newOrg()
    const { row, offer } = await newConfirmedRequest(requests, org)
    expect(await requests.decide(newOrg(), row.id, 'granted')).toEqual({ outcome: 'absent' })
    const { receipt_hash: hash, artifact_slug: slug } = offer.artifact
    await requests.artifactRows.remove({ org, hash, slug })
    expect(await requests.decide(org, row.id, 'granted')).toEqual({ outcome: 'gone' })
    // Another document under the same slug is not the requested one.
    const created_at = new Date(time + DAY_MS).toISOString()
    await requests.artifactRows.putNew({ org, hash, slug }, { ...offer.artifact, created_at })
    expect(await requests.decide(org, row.id, 'granted')).toEqual({ outcome: 'gone' })
  })
})

describe('grant link', () => {
  it('works until it expires, and not after a revocation', async () => {
    const requests = newRequests()
    const org = newOrg()
    const { row, offer } = await newConfirmedRequest(requests, org)
    await requests.decide(org, row.id, 'granted')
    const token = await grantToken(requests)
    expect(await requests.granted(offer.slug, token)).toMatchObject({ org, row: { id: row.id } })
    expect(await requests.granted('another', token)).toBe('absent')
    expect(await requests.granted(offer.slug, `${token.slice(0, -2)}AA`)).toBe('absent')
    await requests.decide(org, row.id, 'revoked')
    expect(await requests.granted(offer.slug, token)).toBe('ended')
    time += DAY_MS
    await requests.decide(org, row.id, 'granted')
    expect(await requests.granted(offer.slug, token)).toBe('ended')
    const newToken = await grantToken(requests)
    expect(await requests.granted(offer.slug, newToken)).toMatchObject({ org })
    // Grants are valid for 7 days under the default terms.
    time += 7 * DAY_MS
    expect(await requests.granted(offer.slug, newToken)).toBe('ended')
    const expiredRow = await requests.tables.requests.get({ org, id: row.id })
    expect(expiredRow && stateOf(expiredRow, now())).toBe('expired')
  })

  it('ends when the artifact is deleted, and never serves another artifact with the same slug', async () => {
    const requests = newRequests()
    const org = newOrg()
    const { row, offer } = await newConfirmedRequest(requests, org)
    await requests.decide(org, row.id, 'granted')
    const token = await grantToken(requests)
    const { receipt_hash: hash, artifact_slug: slug } = offer.artifact
    const replacedArtifact = { ...offer.artifact, object: 'other bytes' }
    await requests.artifactRows.replace({ org, hash, slug }, replacedArtifact, {})
    expect(await requests.granted(offer.slug, token)).toMatchObject({ artifact: { object: 'other bytes' } })
    await requests.artifactRows.remove({ org, hash, slug })
    expect(await requests.granted(offer.slug, token)).toBe('ended')
    const created_at = new Date(time + DAY_MS).toISOString()
    await requests.artifactRows.putNew({ org, hash, slug }, { ...offer.artifact, created_at })
    expect(await requests.granted(offer.slug, token)).toBe('ended')
  })

  it('no grant email is sent if the owner has revoked the grant in the meantime', async () => {
    const requests = newRequests()
    const org = newOrg()
    const { row } = await newConfirmedRequest(requests, org)
    await requests.decide(org, row.id, 'granted')
    const event = requests.published.at(-1)
    await requests.decide(org, row.id, 'revoked')
    expect(event && (await requests.mailOf(event))).toBeUndefined()
    expect(await requests.mailOf(requests.published.at(-1) ?? event!)).toMatchObject({ to: GRACE.mail })
  })
})

describe('downloads', () => {
  it('the owner lists downloads in pages, and filters them by artifact and address', async () => {
    const requests = newRequests()
    const org = newOrg()
    const base = {
      request_id: 'r',
      receipt_hash: 'a'.repeat(64),
      artifact_name: 'A',
      content_hash: 'b',
      served_hash: 'c',
    }
    for (let nth = 0; nth < 7; nth++)
      await requests.readers.record(org, {
        ...base,
        ...GRACE,
        artifact_slug: nth % 2 === 0 ? 'even' : 'odd',
        stamp: 'stamped',
        network: '192.0.2.0/24',
        mail: nth < 5 ? GRACE.mail : 'ada@buyer.example',
      })
    const pages: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await requests.readers.page(org, { limit: 3, cursor })
      pages.push(page.rows.length)
      cursor = page.nextCursor
    }
    expect(pages).toEqual([3, 3, 1])
    const even = await requests.readers.page(org, { limit: 4, artifact_slug: 'EVEN' })
    expect([even.rows.length, even.nextCursor === null]).toEqual([4, true])
    expect((await requests.readers.page(org, { limit: 9, mail: 'Ada@Buyer.example' })).rows).toHaveLength(2)
    expect((await requests.readers.page(newOrg(), { limit: 9 })).rows).toEqual([])
  })
})
