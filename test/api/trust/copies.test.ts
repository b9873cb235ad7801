import { randomUUID } from 'node:crypto'
import { rowTable } from '@signet/kernel'
import { afterEach, describe, expect, test } from 'vitest'
import { artifactRow } from '../../../lambdas/trust/contract/artifact-rows.ts'
import { call } from '../../support/api.ts'
import { objectsContaining } from '../../support/canaries.ts'
import { withCeiling } from '../../support/ceilings.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { table } from '../../support/keys.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'
import {
  type ArtifactBody,
  changeArtifactAs,
  deleteArtifactAs,
  getArtifactAs,
  listArtifactsAs,
  newHash,
  putArtifactAs,
  sha256,
  storeArtifactRows,
} from './trust-world.ts'

/** Lower bound of the time at which these tests store objects. */
const startedAt = Date.now()

afterEach(endOutages)

const copyAs = (person: Person, hash: string, slug: string, body: unknown) =>
  asPerson<ArtifactBody>(person, 'POST', `/api/trust/bundle/${hash}/${slug}/copy`, { body, as: 'copyTrustArtifact' })

/** Stores an artifact with the access `request`. Returns its owner, its bundle and the hash of an empty bundle. */
const newArtifact = async (bytes = 'All is well') => {
  const ada = await newPerson()
  const sourceHash = newHash()
  const targetHash = newHash()
  await putArtifactAs(ada, sourceHash, 'plan', {
    bytes,
    name: 'Plan',
    headers: { 'x-excerpt': 'Short', 'x-signed': 'true' },
  })
  await changeArtifactAs(ada, sourceHash, 'plan', 'request')
  return { ada, from: sourceHash, to: targetHash }
}

describe('POST /api/trust/bundle/:hash/:slug/copy', () => {
  test('returns 201 with the metadata of the artifact, 200 if it replaces one; each copy has its own bytes', async () => {
    const canary = randomUUID()
    const { ada, from, to } = await newArtifact(canary)
    const firstReply = await copyAs(ada, to, 'PLAN', { from })
    expect([firstReply.status, firstReply.body]).toMatchObject([
      201,
      {
        created: true,
        content_hash: sha256(canary),
        row: {
          receipt_hash: to,
          artifact_slug: 'plan',
          display_name: 'Plan',
          excerpt: 'Short',
          signed: 1,
          access: 'request',
          mime_type: 'text/plain',
          byte_size: canary.length,
        },
      },
    ])
    expect(await objectsContaining([canary], startedAt)).toHaveLength(2)
    expect((await copyAs(ada, to, 'plan', { from })).status).toBe(200)
    expect((await deleteArtifactAs(ada, from, 'plan')).status).toBe(204)
    expect([
      (await objectsContaining([canary], startedAt)).length,
      (await getArtifactAs(ada, to, 'plan')).status,
    ]).toEqual([1, 200])
  })

  test("returns 404 for an unknown artifact, another organization's, and one without bytes; 400 with the field, 401, 413", async () => {
    const { ada, from, to } = await newArtifact()
    const bob = await newPerson()
    const foreign = await copyAs(bob, to, 'plan', { from })
    const absent = await copyAs(bob, to, 'plan', { from: newHash() })
    expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    const [slug = ''] = await storeArtifactRows(ada, from, { count: 1, byteSize: 1 })
    expect((await copyAs(ada, to, slug, { from })).status).toBe(404)
    const sameBundle = await copyAs(ada, from, 'plan', { from })
    const malformed = await copyAs(ada, to, 'plan', { from: 'a' })
    expect([sameBundle, malformed].map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual([
      [400, 'from'],
      [400, 'from'],
    ])
    const path = `/api/trust/bundle/${to}/plan/copy`
    expect((await call('POST', path, { body: { from }, as: 'copyTrustArtifact' })).status).toBe(401)
    expect((await copyAs(ada, to, 'plan', { from, more: 'x'.repeat(2_000) })).status).toBe(413)
    expect((await listArtifactsAs(ada, to)).body.count).toBe(0)
  })

  test("returns 409 for another organization's bundle and an exceeded limit, 415 for bytes that current rules reject", async () => {
    const { ada, from, to } = await newArtifact()
    const bob = await newPerson()
    const foreignHash = newHash()
    await putArtifactAs(bob, foreignHash, 'a')
    expect((await copyAs(ada, foreignHash, 'plan', { from })).body.code).toBe('cross_tenant_conflict')
    await storeArtifactRows(ada, to, { count: 50, byteSize: 1 })
    expect((await copyAs(ada, to, 'plan', { from })).body).toMatchObject({ code: 'trust_bundle_limit', limit: 50 })
    const rows = rowTable(artifactRow, { db: table(), table: testStack().table, now: () => new Date() })
    const key = { org: await orgOf(ada), hash: from, slug: 'plan' }
    const row = await rows.get(key)
    if (!row) throw new Error('The artifact has no row')
    await rows.replace(key, { ...row, mime_type: 'application/pdf' }, {})
    const refusal = await copyAs(ada, newHash(), 'plan', { from })
    expect([refusal.status, refusal.body]).toMatchObject([415, { rule: 'pdf_header' }])
  })

  test('returns 503 above the storage ceiling and while the bucket is throttled; a retry copies the artifact', async () => {
    const { ada, from, to } = await newArtifact()
    const overCeiling = await withCeiling('storage', 0, () => copyAs(ada, to, 'plan', { from }))
    expect(overCeiling.body.code).toBe('spend_ceiling')
    await planOutage({
      function: 'trust-api',
      service: 's3',
      operation: 'GET',
      times: 1_000,
      status: 503,
      type: 'SlowDown',
    })
    expect((await copyAs(ada, to, 'plan', { from })).status).toBe(503)
    await endOutages()
    expect((await copyAs(ada, to, 'plan', { from })).status).toBe(201)
  })
})
