import { type ContractIR, endpointsIR, irOf, type RouteRow, routeTable } from '@signet/contracts/ir'
import { getAsset, getHealth, getRetentionPolicy, jobContract, listModels } from './index.ts'

/** The whole service as plain data, for CDK, OpenAPI and tests. Not for Lambdas: it brings the JSON Schema emitter. */
const serviceIR = endpointsIR([getHealth, listModels, getRetentionPolicy], {
  name: 'service',
  version: '1.0.0',
  description: 'Health, catalogue and retention of the image service.',
})

const assetIR = endpointsIR([getAsset], { name: 'assets', version: '1.0.0', description: 'Images and their presets.' })

export const imageServiceIR = (): readonly ContractIR[] => [serviceIR, irOf(jobContract), assetIR]

/** Routes of the JSON function. */
export const jobRoutes = (): readonly RouteRow[] => routeTable([serviceIR, irOf(jobContract)])

/** Routes of the streaming function. */
export const assetRoutes = (): readonly RouteRow[] => routeTable([assetIR])
