import type { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { stackOutputs } from './stack-outputs.ts'

/**
 * Whether a stack has never been created with success. What protects it from deletion would then keep CloudFormation from
 * rolling back, and so from another attempt (CreateStack and RetainExceptOnCreate, API reference). @throws whatever
 * CloudFormation refuses, missing credentials among it
 */
export const isFirstDeployment = async (client: Pick<CloudFormationClient, 'send'>, stack: string): Promise<boolean> =>
  (await stackOutputs(client, stack)) === undefined

/** The addresses of an edge that is deployed, as variables of the configuration; undefined where it is not. */
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
  /** `unknown`: the step makes the edge; `made`: its outputs say where it is. */
  readonly edge: 'as configured' | 'unknown' | 'made'
}

/**
 * The calls that deploy a stage. What holds data is protected once everything is there, so that a first deployment can be
 * repeated. APIs are closed to others once the edge is there, and what knows its address is deployed again.
 */
export const deploySteps = (
  { isFirst, makesEdge }: { readonly isFirst: boolean; readonly makesEdge: boolean },
  holdingData: readonly string[],
): readonly DeployStep[] => {
  const whole = ['deploy', '--all']
  const protection = isFirst ? 'later' : 'on'
  if (makesEdge) {
    return [
      { args: whole, protection, edge: 'unknown' },
      { args: whole, protection: 'on', edge: 'made' },
    ]
  }
  const first: DeployStep = { args: whole, protection, edge: 'as configured' }
  const protect: DeployStep = { args: ['deploy', '--exclusively', ...holdingData], protection: 'on', edge: first.edge }
  return isFirst ? [first, protect] : [first]
}
