import type { Clock, Log, NewId, Refusal } from '@signet/kernel'
import { notFound, refusal } from '@signet/kernel'
import type { WebhookSecrets } from '@signet/notifications/webhooks'
import type { BatchTable } from '../cycles/batch-table.ts'
import type { DeliveryQueue } from '../cycles/delivery-queue.ts'
import type { EndpointTable } from '../deliver/endpoint-table.ts'
import type { testDelivery } from '../deliver/test-delivery.ts'
import type { CredentialStore } from '../monitors/credential-store.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'
import type { MonitorTable } from '../monitors/monitor-table.ts'
import type { Progress } from './progress-table.ts'

export interface MonitorDeps {
  readonly monitors: MonitorTable
  readonly credentials: CredentialStore
  readonly endpoints: EndpointTable
  readonly batches: BatchTable
  readonly progress: Progress
  readonly deliveries: DeliveryQueue
  readonly secrets: WebhookSecrets
  readonly test: ReturnType<typeof testDelivery>
  readonly allowsLoopback: boolean
  readonly mode: 'live' | 'simulated'
  readonly hasComprehend: boolean
  readonly stage: string
  readonly newId: NewId
  readonly now: Clock
  readonly log: Log
}

export const noSuchMonitor = (): Refusal<'not_found'> => notFound('The monitor does not exist')

export const versionConflict = ({ version }: Pick<MonitorRow, 'version'>) =>
  refusal('version_conflict', 'The monitor was changed in the meantime. Read it again and repeat the change', {
    extras: { version },
  })

export const NO_STORE = { 'cache-control': 'no-store' } as const
