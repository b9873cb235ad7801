import { randomUUID } from 'node:crypto'
import { opens } from '@signet/receipts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageKey } from '../../../../lambdas/images/images/image-keys.ts'
import { keyOf } from '../../../../lambdas/images/jobs/job-keys.ts'
import { jobView } from '../../../../lambdas/images/jobs/job-view.ts'
import { atEveryCall, crashPoint, interruption } from '../../../support/crash-point.ts'
import { deliverUntilProcessed } from '../../../support/delivered.ts'
import { RECEIPT_UNITS } from '../../../support/receipt-units.ts'
import { jobRow } from '../../../support/sample-job.ts'
import { scaled } from '../../../support/scale.ts'
import { tableMeter } from '../../../support/table-meter.ts'
import { openTable, type TableWorld } from '../../../support/table-world.ts'
import { expectWholeChain, predicateOf } from '../../receipts/issuing/issuing-world.ts'
import { IMAGE_SHA256, imageReceipts } from './image-receipts.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

describe('the receipt of an image', () => {
  it('covers the delivered bytes, has the order as private claims, and is named by job and object', async () => {
    const images = imageReceipts(world)
    const org = randomUUID()
    const { settings } = jobRow()
    const row = await images.completed(org, {
      // The lone surrogate has no UTF-8 form: the claims have the replacement character.
      original_prompt: 'a hive of bees \ud83d',
      settings: { ...settings, strength: 0.355, negative_prompt: 'rain' },
    })
    await images.worker()(images.event(row))
    const found = await images.receiptOf(org, row)
    expect(found?.receipt).toMatchObject({ org, kind: 'image', ref: row.job_id, subject: IMAGE_SHA256 })
    expect(found?.receipt).toMatchObject({ visibility: 'private', state: 'active' })
    const predicate = predicateOf(String(found?.receipt?.payload))
    expect(JSON.stringify(predicate)).not.toContain('bees')
    const claims = JSON.parse(String(found?.opening?.claims)) as object
    expect(claims).toEqual({
      jobId: row.job_id,
      prompt: 'a hive of bees \ufffd',
      negativePrompt: 'rain',
      strengthThousandths: 355,
      model: 'sdxl-lightning',
      provider: 'offline',
      tier: 'draft',
      format: 'webp',
      quality: 85,
      seed: 1,
      aspectRatio: '1:1',
      width: 16,
      height: 16,
      createdAt: row.created_at,
      completedAt: row.completed_at,
    })
    expect(opens(predicate.claims, { salt: String(found?.opening?.salt), claims })).toBe(true)
    // The opening is deleted with the job.
    expect(found?.opening?.until).toBe(new Date(row.expires_at * 1000).toISOString())
    const job = await images.jobs.get(keyOf(row))
    expect(job && jobView(job, 'https://images.example')).toMatchObject({ receipt: found?.hash })
    expect(await images.noted(row)).toBe(found?.hash)
  })

  it('takes as many units as the page of costs says', async () => {
    const images = imageReceipts(world)
    const org = randomUUID()
    await images.worker()(images.event(await images.completed(org)))
    const row = await images.completed(org)
    const meter = tableMeter(world.db)
    meter.begin()
    await images.worker()(images.event(row))
    expect(meter.costs()).toMatchObject(RECEIPT_UNITS.image)
  })

  it('exists once after any number and order of events, and the chain has no gap', async () => {
    const images = imageReceipts(world)
    const org = randomUUID()
    const rows = await Promise.all(Array.from({ length: 12 }, () => images.completed(org)))
    const twice = [...rows, ...rows.toReversed(), ...rows].map((row) => images.event(row))
    // Messages of a group arrive in sequence, but two workers may get the same one.
    await Promise.all(
      [twice, twice.toReversed()].map(async (events) => {
        for (const event of events) await deliverUntilProcessed(images.worker(), event)
      }),
    )
    expect(await expectWholeChain(world, org)).toHaveLength(rows.length)
  })

  it.each([
    ['of a caller without an account', { charge: { quota: '2026-11' } }, { sha256: IMAGE_SHA256 }],
    ['from before digests were kept', {}, {}],
  ])('does not exist for an image %s', async (_, changes, digest) => {
    const images = imageReceipts(world)
    const org = randomUUID()
    const row = await images.completed(org, changes, digest)
    await images.worker()(images.event(row))
    expect(await images.receiptOf(org, row)).toBeUndefined()
    expect(await images.bucket.exists(imageKey(row.job_id))).toBe(true)
  })

  it('exists after the next delivery if the signer fails', async () => {
    const images = imageReceipts(world)
    const org = randomUUID()
    const row = await images.completed(org)
    const failing = async () => {
      throw new Error('KMS is unavailable')
    }
    await expect(images.worker(undefined, failing)(images.event(row))).rejects.toThrow('KMS is unavailable')
    expect(await images.receiptOf(org, row)).toBeUndefined()
    await images.worker()(images.event(row))
    expect(await expectWholeChain(world, org)).toHaveLength(1)
  })

  it('exists once after a kill at any call, and is stored everywhere by the next worker', async () => {
    const images = imageReceipts(world)
    const org = randomUUID()
    let issueCount = 0
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const row = await images.completed(org)
      await deliverUntilProcessed(images.worker(crash), images.event(row))
      issueCount++
      const { hash } = (await images.receiptOf(org, row)) ?? {}
      expect((await images.jobs.get(keyOf(row)))?.receipt, name).toBe(hash)
      expect(await images.noted(row), name).toBe(hash)
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(8, 24))
    expect(await expectWholeChain(world, org)).toHaveLength(issueCount)
  })
})

describe('the deletion of an image', () => {
  it('concurrent with any call of the worker removes the opening, and the image does not return', async () => {
    const images = imageReceipts(world)
    const org = randomUUID()
    let current = await images.completed(org)
    const runs = await atEveryCall(
      (at, moment) => interruption(at, moment, () => images.remove(current)),
      async (crash, name) => {
        current = await images.completed(org)
        await deliverUntilProcessed(images.worker(crash), images.event(current))
        if (!crash.hasCrashed) return
        // A second delivery, for metadata written after the deletion had checked.
        await images.worker()(images.event(current))
        const found = await images.receiptOf(org, current)
        expect(found?.opening, name).toBeUndefined()
        expect(images.bucket.keysOf(current.job_id), name).toEqual([])
        if (found) expect(found.receipt, name).toMatchObject({ state: 'active', subject: IMAGE_SHA256 })
      },
    )
    expect(runs).toBeGreaterThanOrEqual(scaled(8, 24))
    await expectWholeChain(world, org)
  })

  it('killed at any call is finished with the opening by the next deletion', async () => {
    const images = imageReceipts(world)
    const org = randomUUID()
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const row = await images.completed(org)
      await images.worker()(images.event(row))
      await images.remove(row, crash).catch(() => undefined)
      if (await images.jobs.get(keyOf(row))) await images.remove(row)
      const found = await images.receiptOf(org, row)
      expect(found?.receipt, name).toBeDefined()
      expect(found?.opening, name).toBeUndefined()
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(5, 15))
  })

  it('after a kill between the write and the check of the job is finished by the next delivery', async () => {
    const images = imageReceipts(world)
    const org = randomUUID()
    const row = await images.completed(org)
    await images.worker()(images.event(row))
    await images.remove(row)
    await images.bucket.put(imageKey(row.job_id), Buffer.from('it is back'), { contentType: 'image/webp' })
    await images.worker()(images.event(row))
    expect(images.bucket.keysOf(row.job_id)).toEqual([])
  })
})
