import type { NamedResource } from '@signet/kernel/access'
import { ArnFormat, type Stack } from 'aws-cdk-lib'
import type { Config } from '../config.ts'

export type BucketKey = 'images' | 'archive' | 'exports'

/**
 * The table that was restored and is to be used instead of the stage's own, if the configuration names one. Its name stands in
 * the templates of those who read it: an output would change in the data stack's template alone, and the CDK does not deploy
 * the other stacks as long as theirs are the same.
 */
export const restoredTable = (stack: Stack, { table }: Config): NamedResource | undefined =>
  table === undefined
    ? undefined
    : {
        name: table,
        arn: stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: table }),
      }

export const restoredBucket = (stack: Stack, config: Config, key: BucketKey): NamedResource | undefined => {
  const { bucketImages: images, bucketArchive: archive, bucketExports: exports } = config
  const name = { images, archive, exports }[key]
  if (name === undefined) return undefined
  const arn = stack.formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: name,
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  })
  return { name, arn }
}
