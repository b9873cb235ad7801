import type { Clock, NewId } from '@signet/kernel'
import type { PaymentTable } from '@signet/ledger'
import type { PromptWriter } from '../enhance/enhance-prompt.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import type { AdmissionTable } from '../jobs/admission-table.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { PublishEnd, PublishEvents } from '../jobs/publish-end.ts'
import type { Model } from '../models/catalogue.ts'
import type { Lifecycles } from '../models/lifecycle.ts'
import type { MilestoneTable } from '../models/milestone-table.ts'

/** What the API's use cases work with; wired in handler.ts and in tests. */
export interface ApiDeps {
  readonly jobs: JobTable
  readonly admissions: AdmissionTable
  readonly payments: PaymentTable
  readonly queue: JobQueue
  readonly bucket: ImageBucket
  readonly milestone: MilestoneTable
  /** What the vendors' own lists say of their models' ends. */
  readonly lifecycles: () => Promise<Lifecycles>
  /** Name of the painter that serves a model's provider; undefined when none is configured. */
  readonly providerFor: (model: Model) => Promise<string | undefined>
  /** Rewrites prompts that are to be enhanced; without one the rules do. */
  readonly promptWriter?: PromptWriter | undefined
  /** Has the owner of a job that the API ends told of it. */
  readonly publishEnd: PublishEnd
  /** Sends events of jobs that are deleted. */
  readonly publishEvents: PublishEvents
  /** Whether notifications may go to addresses of this machine: on a laptop. */
  readonly allowsLoopback: boolean
  /** How long a caller may be held at most; 0 where the account has no room for those who wait. Absent: as long as it asks. */
  readonly holdSeconds?: number
  readonly newId: NewId
  /** A seed for requests that name none. */
  readonly drawSeed: () => number
  readonly now: Clock
  readonly sleep: (ms: number) => Promise<void>
  /** Version that GET /v2/health tells. */
  readonly version: string
}
