import { type RouteRow, serviceRoutes, sortedRoutes } from '@signet/contracts/ir'
import type { ServedApi } from '../../lib/services.ts'

/** Every route of an API. @throws TypeError when two operations claim one route or one name. */
export const apiRoutes = ({ services }: ServedApi): readonly RouteRow[] =>
  sortedRoutes(services.flatMap(({ service }) => serviceRoutes(service)))
