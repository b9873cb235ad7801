import { createHash } from 'node:crypto'
import { rowTable } from '@signet/kernel'
import { type IssuerDeps, receiptIssuer } from '@signet/receipts/issuing'
import { openingRow, receiptKeyRow, receiptRow } from '@signet/receipts/rows'
import { imageKey } from '../../../../lambdas/images/images/image-keys.ts'
import { admissionTable } from '../../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../../lambdas/images/jobs/job-table.ts'
import { openingTable } from '../../../../lambdas/images/jobs/opening-table.ts'
import { jobReceipts } from '../../../../lambdas/images/jobs/receipt-table.ts'
import { receiptImage } from '../../../../lambdas/images/receipt/receipt-image.ts'
import { deleteJob } from '../../../../lambdas/images/settle/delete-job.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { type CrashPoint, withCrash } from '../../../support/crash-point.ts'
import { memoryBucket } from '../../../support/memory-bucket.ts'
import { jobRow, START } from '../../../support/sample-job.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'
import { issuerDeps, noCrash, signersUnder, under } from '../../receipts/issuing/issuing-world.ts'

const TYPE = 'org.signet.job.completed.v1'
const log = createLog({ write: () => {} })
const IMAGE_BYTES = Buffer.from('the bytes of an image')
export const IMAGE_SHA256 = createHash('sha256').update(IMAGE_BYTES).digest('hex')

/** Completed images of accounts, and the worker that issues their receipts. */
export const imageReceipts = (world: TableWorld) => {
  const now = () => START
  const table = { db: world.db, table: TABLE, now }
  const bucket = memoryBucket()
  const jobs = jobTable(table)
  const openings = rowTable(openingRow, table)

  /** A worker, which `crash` can interrupt at one call. */
  const worker = (crash: CrashPoint = noCrash(), signers: IssuerDeps['signers'] = signersUnder(crash)) => {
    const db = under(world, crash)
    const deps = { db, table: TABLE, now }
    return receiptImage({
      jobs: jobTable(deps),
      receipts: jobReceipts(deps),
      bucket: withCrash(bucket, crash),
      log,
      isEnabled: true,
      issue: receiptIssuer(issuerDeps({ db }, { now, signers })),
    })[TYPE]
  }

  return {
    bucket,
    jobs,
    now,
    worker,
    event: ({ job_id, tenant_id }: JobRow) => ({ type: TYPE, subject: job_id, tenantid: tenant_id, data: {} }),
    /** A completed job of an account, whose image is stored as the encoder stores it. */
    async completed(
      org: string,
      changes: Partial<JobRow> = {},
      digest: { readonly sha256?: string } = { sha256: IMAGE_SHA256 },
    ) {
      const draft = jobRow({ tenant_id: org, charge: { account: org, counted_by: 'platform' }, ...changes })
      await admissionTable(table).admit(draft, undefined)
      let row: JobRow | undefined = draft
      for (const step of ['start', 'paint', 'finish'] as const) row = row && (await jobs.move(row, step))
      if (!row) throw new Error('The job could not be completed')
      const quality = row.settings.output_quality
      await bucket.put(imageKey(row.job_id), IMAGE_BYTES, {
        contentType: 'image/webp',
        quality,
        ...digest,
      })
      return row
    },
    /** DELETE of the job, or a part of it. */
    remove: (row: JobRow, crash: CrashPoint = noCrash()) =>
      deleteJob({
        jobs: jobTable({ db: under(world, crash), table: TABLE, now }),
        bucket: withCrash(bucket, crash),
        openings: openingTable({ db: under(world, crash), table: TABLE, now }),
        publishEvents: async () => true,
      })(keyOf(row)),
    /** Hash and row of the receipt of a job, and its opening. */
    async receiptOf(org: string, { job_id }: JobRow) {
      const found = await rowTable(receiptKeyRow, table).get({ org, key: `image:${job_id}` })
      if (!found) return undefined
      const { hash } = found
      const receipt = await rowTable(receiptRow, table).get({ hash })
      const opening = await openings.get({ hash })
      return { hash, receipt, opening }
    },
    /** The receipt that the object names. */
    noted: async ({ job_id }: JobRow) => (await bucket.head(imageKey(job_id)))?.receipt,
  }
}
