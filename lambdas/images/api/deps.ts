import type { Clock, Metrics, NewId, SpendGuard } from '@signet/kernel'
import type { PaymentTable } from '@signet/ledger'
import type { PromptWriter } from '../enhance/enhance-prompt.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import type { AdmissionTable } from '../jobs/admission-table.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { Openings } from '../jobs/opening-table.ts'
import type { PublishEnd, PublishEvents } from '../jobs/publish-end.ts'
import type { Model } from '../models/catalog.ts'
import type { Lifecycles } from '../models/lifecycle.ts'
import type { MilestoneTable } from '../models/milestone-table.ts'
import type { OwnsTenant } from '../tenants/own-tenant.ts'

export interface ModelDeps {
  readonly milestone: MilestoneTable
  readonly lifecycles: () => Promise<Lifecycles>
  readonly providerFor: (model: Model) => Promise<string | undefined>
  /** Daily spending limits of the stage: per vendor, and for callers without an account. */
  readonly spend: Pick<SpendGuard, 'check' | 'reserve'>
  readonly now: Clock
}

export interface ComposeDeps {
  readonly newId: NewId
  readonly drawSeed: () => number
  readonly now: Clock
}

export interface AdmitDeps extends ModelDeps, ComposeDeps {
  readonly jobs: JobTable
  readonly admissions: AdmissionTable
  readonly payments: PaymentTable
  readonly queue: JobQueue
}

export interface GenerateDeps extends AdmitDeps {
  readonly bucket: ImageBucket
  readonly promptWriter?: PromptWriter | undefined
  /** true: webhooks may be sent to loopback addresses, for local development. */
  readonly allowsLoopback: boolean
}

export interface AwaitDeps {
  readonly jobs: JobTable
  readonly publishEnd: PublishEnd
  readonly now: Clock
  readonly metrics: Metrics
  readonly sleep: (ms: number) => Promise<void>
  /**
   * Maximum seconds that a response may wait for a job; 0 if the AWS account has no concurrency for waiting requests.
   * Absent: no additional limit.
   */
  readonly holdSeconds?: number
}

export interface ApiDeps extends GenerateDeps, AwaitDeps {
  readonly ownsTenant: OwnsTenant
  readonly openings: Openings
  readonly publishEvents: PublishEvents
  readonly version: string
}
