import type { DeployedResources, Right } from './ability.ts'
import { readRight } from './secrets.ts'

export const originKey = { 'ORIGIN_KEY_SECRET?': (deployed: DeployedResources) => deployed.originKey?.name } as const

export const originKeyRight = (deployed: DeployedResources): readonly Right[] =>
  deployed.originKey ? [readRight(deployed.originKey)] : []
