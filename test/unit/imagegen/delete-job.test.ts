import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteJob } from '../../../lambdas/imagegen/api/delete-job.ts'
import { masterKey } from '../../../lambdas/imagegen/images/image-keys.ts'
import { admissionTable } from '../../../lambdas/imagegen/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/imagegen/jobs/job-keys.ts'
import { jobTable } from '../../../lambdas/imagegen/jobs/job-table.ts'
import { memoryBucket } from './memory-bucket.ts'
import { jobRow, standingClock } from './sample-job.ts'
import { openTable, TABLE, type TableWorld } from './table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const stored = async () => {
  const deps = { db: world.db, table: TABLE, now: standingClock().now }
  const row = jobRow()
  await admissionTable(deps).admit(row, undefined)
  const bucket = memoryBucket()
  await bucket.put(masterKey(row.job_id), new Uint8Array([1]), { contentType: 'image/png' })
  return { jobs: jobTable(deps), bucket, key: keyOf(row) }
}

const tell = async () => true

describe('a deletion', () => {
  it('that could not remove the objects is finished by its retry; afterwards there is no such job', async () => {
    const { jobs, bucket, key } = await stored()
    const broken = { ...bucket, remove: async () => Promise.reject(new Error('S3 is away')) }
    await expect(deleteJob({ tell, jobs, bucket: broken })(key)).rejects.toThrow('S3 is away')
    expect(bucket.keys()).toHaveLength(1)
    expect(await deleteJob({ tell, jobs, bucket })(key)).toBe(true)
    expect(bucket.keys()).toEqual([])
    expect(await deleteJob({ tell, jobs, bucket })(key)).toBe(false)
  })

  it('that died before it noted that all is removed is finished by its retry, too', async () => {
    const { jobs, bucket, key } = await stored()
    const dies = { ...jobs, noteRemoved: async () => Promise.reject(new Error('killed')) }
    await expect(deleteJob({ tell, jobs: dies, bucket })(key)).rejects.toThrow('killed')
    expect(await deleteJob({ tell, jobs, bucket })(key)).toBe(true)
    expect(await deleteJob({ tell, jobs, bucket })(key)).toBe(false)
  })

  it('of a job that never was removes nothing', async () => {
    const { jobs, bucket } = await stored()
    expect(await deleteJob({ tell, jobs, bucket })({ tenantId: 'tenant-a', jobId: 'none' })).toBe(false)
    expect(bucket.keys()).toHaveLength(1)
  })
})
