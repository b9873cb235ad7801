import type { NamedResource } from '@signet/kernel/access'
import { ArnFormat, type Stack } from 'aws-cdk-lib'
import type { Config } from '../config.ts'

export type BucketKey = 'images' | 'archive' | 'exports'

/**
 * Returns the restored table that replaces the stage's own, if one is configured. The name is a literal in the template
 * of each reading stack. With a reference to an output of the data stack, these templates would not change, the CDK
 * would skip them, and they would keep using the old table.
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
