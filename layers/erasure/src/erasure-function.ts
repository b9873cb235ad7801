import { eventFunction, type FunctionRuntime, type RunEvents, tableClient } from '@signet/kernel'
import { type Bucket, bucket, bucketConnection } from '@signet/kernel/bucket'
import type { RowKeys } from '@signet/kernel/row-kind'
import type { ERASURE_DUE, EXPORT_DUE, erasureAccess } from './access.ts'
import { erasureHandlers } from './account-erasure.ts'
import { type ExportDeps, exportHandlers } from './account-export.ts'
import type { ServiceErasure } from './service-erasure.ts'

/**
 * Returns the bucket of exports, for a function that stores a part there.
 * @throws Error naming a variable that is missing.
 */
const exportsBucket = (variables: Readonly<Record<string, string | undefined>>): Bucket =>
  bucket(bucketConnection(variables, 'EXPORTS_BUCKET'))

type ErasingAccess = ReturnType<typeof erasureAccess>

interface BaseClients {
  readonly db: ReturnType<typeof tableClient>
  readonly exports: ReturnType<typeof exportsBucket>
}

const accountEventHandlers = (
  deps: ExportDeps,
  service: string,
  kinds: readonly RowKeys[],
  special: ServiceErasure = {},
): RunEvents<typeof ERASURE_DUE | typeof EXPORT_DUE> => ({
  ...erasureHandlers(deps, service, kinds, special),
  ...exportHandlers(deps, service, kinds, special),
})

/**
 * Builds the Lambda handler of the function `erasure` of a service. `special` is the service's work beyond its row
 * kinds.
 */
export const erasureFunction = <const A extends ErasingAccess, Clients extends object = object>(
  service: string,
  {
    access,
    variables,
    kinds,
    clients,
    special,
  }: {
    readonly access: A
    readonly variables: Readonly<Record<string, string | undefined>>
    readonly kinds: readonly RowKeys[]
    readonly clients?: Clients
    readonly special?: (runtime: FunctionRuntime<A, Clients & BaseClients>) => ServiceErasure
  },
) =>
  eventFunction<ErasingAccess, Clients & BaseClients>({
    name: `${service}-erasure`,
    access,
    variables,
    clients: { db: tableClient(), exports: exportsBucket(variables), ...(clients as Clients) },
    failed: 'account erasure or export failed',
    build: (runtime) =>
      accountEventHandlers(
        runtime as unknown as ExportDeps,
        service,
        kinds,
        special?.(runtime as unknown as FunctionRuntime<A, Clients & BaseClients>),
      ),
  })
