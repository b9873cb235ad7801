import type { Clock, Metrics, NewId, SpendGuard } from '@signet/kernel'
import type { PaymentTable } from '@signet/ledger'
import type { PromptWriter } from '../enhance/enhance-prompt.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import type { AdmissionTable } from '../jobs/admission-table.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { Openings } from '../jobs/opening-table.ts'
import type { PublishEnd, PublishEvents } from '../jobs/publish-end.ts'
import type { Model } from '../models/catalogue.ts'
import type { Lifecycles } from '../models/lifecycle.ts'
import type { MilestoneTable } from '../models/milestone-table.ts'
import type { OwnsTenant } from '../tenants/own-tenant.ts'

/** Chooses the model of a request and the provider that serves it. */
export interface ModelDeps {
  readonly milestone: MilestoneTable
  /** Ends of models as the vendors list them. */
  readonly lifecycles: () => Promise<Lifecycles>
  /** Name of the provider that serves a model; undefined if none is configured. */
  readonly providerFor: (model: Model) => Promise<string | undefined>
  /** What the stage may spend in a day at vendors, and on callers without an account. */
  readonly spend: Pick<SpendGuard, 'check' | 'reserve'>
  readonly now: Clock
}

/** Composes the row of a new job. */
export interface ComposeDeps {
  readonly newId: NewId
  /** A seed for requests that name none. */
  readonly drawSeed: () => number
  readonly now: Clock
}

/** Admits jobs and sends them to the workers. */
export interface AdmitDeps extends ModelDeps, ComposeDeps {
  readonly jobs: JobTable
  readonly admissions: AdmissionTable
  readonly payments: PaymentTable
  readonly queue: JobQueue
}

/** Checks and accepts generations. */
export interface GenerateDeps extends AdmitDeps {
  readonly bucket: ImageBucket
  /** Rewrites prompts; if it is absent, rules enhance them. */
  readonly promptWriter?: PromptWriter | undefined
  /** Whether notifications may go to addresses of this machine, as they may on a laptop. */
  readonly allowsLoopback: boolean
}

/** Holds a caller until its job has ended. */
export interface AwaitDeps {
  readonly jobs: JobTable
  /** Publishes the end of a job that the API ends. */
  readonly publishEnd: PublishEnd
  readonly now: Clock
  readonly metrics: Metrics
  readonly sleep: (ms: number) => Promise<void>
  /** Longest time to hold a caller; 0 if the account has no room for waiting callers. Absent: no limit of its own. */
  readonly holdSeconds?: number
}

/** Everything that the routes need. app.ts wires it. */
export interface ApiDeps extends GenerateDeps, AwaitDeps {
  /** Whose jobs a caller may name by their tenant. */
  readonly ownsTenant: OwnsTenant
  /** What opens receipts of jobs that are deleted. */
  readonly openings: Openings
  /** Publishes events of jobs that are deleted. */
  readonly publishEvents: PublishEvents
  /** Version that GET /v2/health reports. */
  readonly version: string
}
