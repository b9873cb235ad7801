export type * from './contract-ir.ts'
export { type EndpointGroup, endpointsIR } from './endpoint-ir.ts'
export { type RouteRow, routeTable } from './route-table.ts'
