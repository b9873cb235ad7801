import { Stack } from 'aws-cdk-lib'
import type { DomainFunction } from './domain-function.ts'
import { waive } from './waivers.ts'

/** Inference profiles are named after the regions that they choose from, foundation models after their maker. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|sa|me|af|global)\./

/** Lets a function ask one model of Amazon Bedrock, and no other (Converse needs bedrock:InvokeModel). */
export const allowModel = (to: DomainFunction, model: string): void => {
  const { partition, region, account } = Stack.of(to)
  const resources = [`arn:${partition}:bedrock:*::foundation-model/${model.replace(PROFILE, '')}`]
  if (PROFILE.test(model)) resources.push(`arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`)
  to.allow(['bedrock:InvokeModel'], resources)
  waive(to, {
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${model.replace(PROFILE, '')}]`,
    reason: 'One model: an inference profile chooses the region that answers',
    until: '2027-06-30',
  })
}
