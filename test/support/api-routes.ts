import { type RouteRow, serviceRoutes, sortedRoutes } from '@signet/contracts/ir'
import type { ServedApi } from '../../lib/services.ts'

/** Returns every route of an API. @throws TypeError when two operations have the same route or name. */
export const apiRoutes = ({ services }: ServedApi): readonly RouteRow[] =>
  sortedRoutes(services.flatMap(({ service }) => serviceRoutes(service)))
