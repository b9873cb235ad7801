import { Stack, Token } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Waiver } from './waivers.ts'

/** Inference profiles are named after the regions that they choose from, foundation models after their maker. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|sa|me|af|global)\./

const foundationModel = (scope: Construct, model: string): string =>
  `arn:${Stack.of(scope).partition}:bedrock:*::foundation-model/${model.replace(PROFILE, '')}`

/** One model of Amazon Bedrock, and no other; an inference profile with the model behind it. */
export const modelArns = (scope: Construct, model: string): string[] => {
  const { partition, region, account } = Stack.of(scope)
  const profile = `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`
  return [foundationModel(scope, model), ...(PROFILE.test(model) ? [profile] : [])]
}

/** The finding as the checks name it: where the region is known, so is the partition. */
export const modelWaiver = (scope: Construct, model: string): Waiver => {
  const { partition } = Stack.of(scope)
  const arn = foundationModel(scope, model)
  return {
    id: `AwsSolutions-IAM5[Resource::${Token.isUnresolved(partition) ? arn.replace(partition, '<AWS::Partition>') : arn}]`,
    reason: 'One model: an inference profile chooses the region that answers',
    until: '2027-06-30',
  }
}
