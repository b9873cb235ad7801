import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, inject } from 'vitest'
import type { Job } from '../../lambdas/imagegen/contract/job.ts'
import { verifies } from '../spec/verifies.ts'
import { call, keyOf } from '../support/api.ts'
import { completed } from '../support/jobs.ts'
import { table } from '../support/keys.ts'
import { putObject } from '../support/objects.ts'
import { rowsOf } from '../support/rows.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

verifies(
  ['IMG-2.6-1', 'IMG-2.6-2'],
  'job and image say when they go, and are gone from then on although nothing has collected them',
  async () => {
    const key = keyOf('team')
    const job = await completed({ prompt: 'old' }, { key })
    const lifetimeMs = Date.parse(job.expires_at) - Date.parse(job.created_at)
    expect(Math.abs(lifetimeMs - THIRTY_DAYS_MS)).toBeLessThan(1_000)

    const past = Math.floor(Date.parse(job.created_at) / 1000) - 1
    const { items, pk } = await rowsOf(job.job_id)
    expect(items).toBe(1)
    await table().send(
      new UpdateCommand({
        TableName: inject('stack').table,
        Key: { pk, sk: `JOB#${job.job_id}` },
        UpdateExpression: 'SET #ttl = :past',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':past': past },
      }),
    )
    const image = await call('GET', String(job.asset_url), { as: 'getAsset' })
    await putObject(`img/${job.job_id}/image`, image.bytes, { 'expires-at': new Date(past * 1000).toISOString() })

    expect((await call('GET', `/v2/jobs/${job.job_id}`, { key, as: 'job_get' })).status).toBe(404)
    expect((await call('DELETE', `/v2/jobs/${job.job_id}`, { key, as: 'job_delete' })).status).toBe(404)
    const { body } = await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })
    expect(body.jobs.map(({ job_id }) => job_id)).not.toContain(job.job_id)
    expect((await call('GET', String(job.asset_url), { as: 'getAsset' })).status).toBe(404)
    const held = { 'if-modified-since': new Date(Date.parse(job.created_at) + 86_400_000).toUTCString() }
    expect((await call('GET', String(job.asset_url), { headers: held, as: 'getAsset' })).status).toBe(404)
  },
)
