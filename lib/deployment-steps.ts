import type { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { stackOutputs } from './stack-outputs.ts'

/**
 * Returns true if the stack was never created successfully. Deletion protection would then keep CloudFormation from
 * rolling back, and so from another attempt (CreateStack and RetainExceptOnCreate, API reference).
 * @throws Any error of CloudFormation, such as missing credentials.
 */
export const isFirstDeployment = async (client: Pick<CloudFormationClient, 'send'>, stack: string): Promise<boolean> =>
  (await stackOutputs(client, stack)) === undefined

/** Returns the addresses of a deployed edge, as variables of the configuration; undefined without an edge. */
export const edgeVariables = async (
  client: Pick<CloudFormationClient, 'send'>,
  stack: string,
): Promise<Record<string, string> | undefined> => {
  const { Url: platform, ImageAgentsUrl: imageAgents, GatewayUrl: gateway } = (await stackOutputs(client, stack)) ?? {}
  if (platform === undefined || imageAgents === undefined || gateway === undefined) return undefined
  return {
    SIGNET_EDGE: 'on',
    SIGNET_PUBLIC_URL_PLATFORM: platform,
    SIGNET_PUBLIC_URL_IMAGE_AGENTS: imageAgents,
    SIGNET_PUBLIC_URL_GATEWAY: gateway,
  }
}

export interface DeployStep {
  readonly args: readonly string[]
  readonly protection: 'on' | 'later'
  /** `unknown`: the step creates the edge; `created`: its outputs contain the addresses. */
  readonly edge: 'as configured' | 'unknown' | 'created'
}

/**
 * Returns the steps that deploy a stage. Stacks with data are protected after everything exists, so that a first
 * deployment can be repeated. After the edge exists, APIs refuse other clients, and stacks that need its address are
 * deployed again.
 */
export const deploySteps = (
  { isFirst, createsEdge }: { readonly isFirst: boolean; readonly createsEdge: boolean },
  dataStacks: readonly string[],
): readonly DeployStep[] => {
  const allStacks = ['deploy', '--all']
  const protection = isFirst ? 'later' : 'on'
  if (createsEdge) {
    return [
      { args: allStacks, protection, edge: 'unknown' },
      { args: allStacks, protection: 'on', edge: 'created' },
    ]
  }
  const deployAll: DeployStep = { args: allStacks, protection, edge: 'as configured' }
  const protectData: DeployStep = {
    args: ['deploy', '--exclusively', ...dataStacks],
    protection: 'on',
    edge: deployAll.edge,
  }
  return isFirst ? [deployAll, protectData] : [deployAll]
}
