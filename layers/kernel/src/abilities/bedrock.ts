import type { DeployedResources, Right } from './ability.ts'

/** Inference profiles are named after the regions that they choose from, foundation models after their maker. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|sa|me|af|global)\./

/** Asks one model of Amazon Bedrock: itself, or the profile and the model behind it in whichever region answers. */
export const modelRights = (action: string, model: string, { arn }: DeployedResources): readonly Right[] => {
  const name = model.replace(PROFILE, '')
  const foundation = arn({ service: 'bedrock', region: '*', account: '', resource: `foundation-model/${name}` })
  const profile = arn({ service: 'bedrock', resource: `inference-profile/${model}` })
  const resources = PROFILE.test(model) ? [foundation, profile] : [foundation]
  return [{ actions: [action], resources, wide: 'One model: an inference profile chooses the region that answers' }]
}
