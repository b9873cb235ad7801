import type { Method } from '../route-pattern.ts'
import type { ContractIR } from './contract-ir.ts'

export interface RouteRow {
  readonly method: Method
  /** `/v2/jobs/:id` */
  readonly path: string
  /** `/v2/jobs/{id}`, as API Gateway and OpenAPI spell it. */
  readonly pathTemplate: string
  readonly operationId: string
  readonly authority: string
  /** The integration must use response transfer mode STREAM. */
  readonly stream: boolean
  readonly contract: string
}

const compareRows = (a: RouteRow, b: RouteRow): number =>
  a.pathTemplate === b.pathTemplate ? (a.method < b.method ? -1 : 1) : a.pathTemplate < b.pathTemplate ? -1 : 1

/** Returns a path with its parameter names blanked: `/a/{id}` and `/a/{key}` are one route to a gateway. */
const shapeOf = ({ method, pathTemplate }: RouteRow): string =>
  `${method} ${pathTemplate.replaceAll(/\{[^}]+\}/g, '{}')}`

const refuseDuplicates = (rows: readonly RouteRow[], keyOf: (row: RouteRow) => string, noun: string): void => {
  const rowByKey = new Map<string, RouteRow>()
  for (const row of rows) {
    const duplicate = rowByKey.get(keyOf(row))
    if (duplicate !== undefined) {
      const names = `${duplicate.contract}.${duplicate.operationId} (${duplicate.path}) and ${row.contract}.${row.operationId} (${row.path})`
      throw new TypeError(`${names} have the same ${noun}: change one of them`)
    }
    rowByKey.set(keyOf(row), row)
  }
}

/** Sorts the rows of a route table. @throws TypeError if two operations have the same route or operationId */
export const sortedRoutes = (rows: readonly RouteRow[]): RouteRow[] => {
  refuseDuplicates(rows, shapeOf, 'route')
  refuseDuplicates(rows, (row) => row.operationId, 'operationId')
  return rows.toSorted(compareRows)
}

/**
 * Returns every route of the given contracts of one service or API, sorted by path template and method. Operations
 * without a route are omitted.
 * @throws TypeError if two operations have the same route or operationId
 */
export const routeTable = (irs: readonly ContractIR[]): RouteRow[] => {
  const rows = irs.flatMap((ir) =>
    ir.operations.flatMap(({ route, operationId, authority, stream }): RouteRow[] =>
      route === undefined ? [] : [{ ...route, operationId, authority, stream, contract: ir.name }],
    ),
  )
  return sortedRoutes(rows)
}
