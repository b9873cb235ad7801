import type { DeployedResources, Right } from './ability.ts'

/** Inference profiles begin with their regions, foundation models with their vendor. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|sa|me|af|global)\./

/** The right to call one model of Amazon Bedrock: directly, or through an inference profile in any of its regions. */
export const modelRights = (action: string, model: string, { arn }: DeployedResources): readonly Right[] => {
  const name = model.replace(PROFILE, '')
  const foundation = arn({ service: 'bedrock', region: '*', account: '', resource: `foundation-model/${name}` })
  const profile = arn({ service: 'bedrock', resource: `inference-profile/${model}` })
  const resources = PROFILE.test(model) ? [foundation, profile] : [foundation]
  return [{ actions: [action], resources, wildcardReason: 'One model only: its inference profile chooses the region' }]
}
