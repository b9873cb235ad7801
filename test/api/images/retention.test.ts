import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '@signet/imaging/schemas/job'
import sharp from 'sharp'
import { expect } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf } from '../../support/api.ts'
import { runFunction, stackNow } from '../../support/control.ts'
import { generateCompleted } from '../../support/jobs.ts'
import { table } from '../../support/keys.ts'
import { keysBelow, putObject } from '../../support/objects.ts'
import { rowsOf } from '../../support/rows.ts'
import { testStack } from '../../support/test-stack.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

verifies(
  ['IMG-2.6-1', 'IMG-2.6-2'],
  'job and image state their expiry, and return 404 from then on even before they are collected',
  async () => {
    const key = keyOf('team')
    const job = await generateCompleted({ prompt: 'old' }, { key })
    const lifetimeMs = Date.parse(job.expires_at) - Date.parse(job.created_at)
    expect(Math.abs(lifetimeMs - THIRTY_DAYS_MS)).toBeLessThan(1_000)

    const past = Math.floor(Date.parse(job.created_at) / 1000) - 1
    const { items, pk } = await rowsOf(job.job_id)
    expect(items).toBe(1)
    await table().send(
      new UpdateCommand({
        TableName: testStack().table,
        Key: { pk, sk: `JOB#${job.job_id}` },
        UpdateExpression: 'SET expires_at = :past',
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
    const conditions = { 'if-modified-since': new Date(Date.parse(job.created_at) + 86_400_000).toUTCString() }
    expect((await call('GET', String(job.asset_url), { headers: conditions, as: 'getAsset' })).status).toBe(404)
  },
)

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

verifies(
  'IMG-2.6-4',
  'source and mask expire 24 hours after the job completed, and are removed within a minute',
  async () => {
    const key = keyOf('team')
    const flat = (background: string) => sharp({ create: { width: 512, height: 512, channels: 3, background } })
    const base64 = async (color: string) => (await flat(color).png().toBuffer()).toString('base64')
    const images = { input_image: await base64('#2266aa'), mask_image: await base64('white') }
    const job = await generateCompleted({ prompt: 'a sea', edge_model: 'sd-1.5-inpainting', ...images }, { key })
    const inputs = [`tmp/${job.job_id}/mask`, `tmp/${job.job_id}/source`]
    const { pk } = await rowsOf(job.job_id)
    const Key = { pk, sk: `JOB#${job.job_id}` }
    const TableName = testStack().table
    const due = async () => String((await table().send(new GetCommand({ TableName, Key }))).Item?.gsi1sk).split('#')[0]

    const completedAt = Date.parse(String(job.completed_at))
    expect(await due()).toBe(new Date(completedAt + DAY_MS).toISOString())
    const remainingMs = completedAt + DAY_MS - (await stackNow())
    await runFunction('images-sweep', { after: remainingMs - MINUTE_MS })
    expect(await keysBelow(`tmp/${job.job_id}/`)).toEqual(inputs)
    await runFunction('images-sweep', { after: remainingMs + MINUTE_MS })
    expect(await keysBelow(`tmp/${job.job_id}/`)).toEqual([])
    expect(await due()).toBe(new Date(Date.parse(job.expires_at) + 5 * MINUTE_MS).toISOString())
    expect((await call('GET', String(job.asset_url), { as: 'getAsset' })).status).toBe(200)
  },
)
