import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import type { ServiceErasure } from '@signet/erasure'
import { rowTable, type TableDeps } from '@signet/kernel'
import { uploadRow } from '@signet/search/conversations/rows'
import { archiveErasure } from '../../../lambdas/archive/erasure/archive-erasure.ts'
import { ingestTable } from '../../../lambdas/archive/ingest/ingest-table.ts'
import { customerRow } from '../../../lambdas/billing/contract/billing-rows.ts'
import { eraseCustomer } from '../../../lambdas/billing/erasure/erase-customer.ts'
import { flagFiles } from '../../../lambdas/flags/erasure/flag-files.ts'
import { jobErasure } from '../../../lambdas/images/erasure/job-erasure.ts'
import { jobItemKey } from '../../../lambdas/images/jobs/job-keys.ts'
import { telemetryErasure } from '../../../lambdas/observe/erasure/telemetry-erasure.ts'
import { receiptRecords } from '../../../lambdas/receipts/erasure/receipt-records.ts'
import { readingErasure } from '../../../lambdas/runtime/erasure/reading-erasure.ts'
import { deleteCredentials } from '../../../lambdas/sentiment/erasure/delete-credentials.ts'
import { addressErasure } from '../../../lambdas/support/erasure/address-erasure.ts'
import { artifactErasure } from '../../../lambdas/trust/erasure/artifact-erasure.ts'
import { TABLE } from '../../support/table-world.ts'
import { PEPPER } from './account-rows.ts'

/** The ports of one run. `call` counts calls other than to the table. */
export interface Run {
  readonly deps: TableDeps
  readonly call: () => void
}

/** A bucket without objects, except that every key can be read. */
const bucketOf = ({ call }: Run) =>
  ({
    list: async () => [],
    remove: async () => call(),
    read: async (key: string) => Buffer.from(JSON.stringify({ object: key })),
  }) as never

/** The work of services beyond their row kinds, with fakes of other systems. */
export const WORK: Readonly<Record<string, (run: Run) => ServiceErasure>> = {
  archive: (run) =>
    archiveErasure({
      ...run.deps,
      uploads: rowTable(uploadRow, run.deps),
      parts: { abort: async () => run.call() } as never,
      imports: ingestTable(run.deps),
      queue: { send: async () => run.call() } as never,
      segments: { keysOf: () => ({ resident: 'r', texts: 't' }), remove: async () => run.call() },
      packs: { read: async (pack: unknown) => ({ messages: [pack] }) } as never,
    }),
  billing: ({ deps, call }) =>
    eraseCustomer({
      customers: rowTable(customerRow, deps),
      load: async () => ({ mode: 'test', deleteCustomer: async () => call() }) as never,
    }),
  flags: ({ deps }) => flagFiles(deps),
  images: (run) =>
    jobErasure({
      ...run.deps,
      bucket: bucketOf(run),
      async deleteJob(key) {
        await run.deps.db.send(new DeleteCommand({ TableName: TABLE, Key: jobItemKey(key) }))
        return 'removed'
      },
    }),
  observe: ({ deps }) => telemetryErasure(deps),
  receipts: ({ deps }) => receiptRecords(deps),
  runtime: (run) => readingErasure({ ...run.deps, objects: bucketOf(run) }),
  sentiment: ({ deps, call }) => deleteCredentials({ ...deps, credentials: { delete: async () => call() } }),
  support: ({ deps }) => addressErasure({ ...deps, pepper: async () => PEPPER }),
  trust: (run) => artifactErasure({ ...run.deps, objects: bucketOf(run) }),
}
