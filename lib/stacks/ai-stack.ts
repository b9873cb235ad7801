import type { NamedResource } from '@signet/kernel/access'
import { COLLECTION_INDEX } from '@signet/search/index/collection-mapping'
import { DefaultStackSynthesizer, Fn, Stack, type StackProps } from 'aws-cdk-lib'
import { CfnIndex } from 'aws-cdk-lib/aws-opensearchserverless'
import type { Construct } from 'constructs'
import { type Config, isProtected } from '../config.ts'
import { ArchiveCollection, dataAccess } from '../constructs/archive-collection.ts'
import { outputReference } from '../constructs/shared-data.ts'
import { DEPLOYED_FIELDS } from './deployed-fields.ts'

export interface AiStackProps extends StackProps {
  readonly config: Config
}

/** Returns the fields of the index. CloudFormation's name of OpenSearch's `space_type` is `spaceType`. */
const properties = (): Record<string, CfnIndex.PropertyMappingProperty> =>
  Object.fromEntries(
    DEPLOYED_FIELDS.map(([name, field]) => {
      if (!('method' in field)) return [name, field]
      const { method, ...vector } = field
      const { space_type: spaceType, ...rest } = method
      return [name, { ...vector, method: { ...rest, spaceType } }]
    }),
  )

/**
 * Returns the role that creates resources for CloudFormation. It also creates the index, so it needs access to the
 * collection.
 */
const provisioningRoleOf = (stack: Stack): string => {
  const { synthesizer } = stack
  const arn = synthesizer instanceof DefaultStackSynthesizer ? synthesizer.cloudFormationExecutionRoleArn : undefined
  if (arn === undefined) throw new Error('The stack "ai" requires the deployment roles of cdk bootstrap')
  return Fn.sub(arn)
}

export class AiStack extends Stack {
  readonly collection: NamedResource
  constructor(scope: Construct, id: string, { config, ...props }: AiStackProps) {
    super(scope, id, { ...props, terminationProtection: isProtected(config) })
    const { collection } = new ArchiveCollection(this, 'Archive', config)
    const roles = [provisioningRoleOf(this)]
    const indexAccess = dataAccess(this, 'Maker', config, {
      name: 'archive-ix',
      index: COLLECTION_INDEX,
      grants: [{ verbs: ['manage'], roles, description: 'Creates the index when the stack is deployed' }],
    })
    const index = new CfnIndex(this, 'Windows', {
      collectionEndpoint: collection.attrCollectionEndpoint,
      indexName: COLLECTION_INDEX,
      mappings: { properties: properties() },
      settings: { index: { knn: true } },
    })
    index.addResourceDependency(indexAccess)
    this.collection = {
      name: outputReference(this, 'CollectionUrl', collection.attrCollectionEndpoint),
      arn: outputReference(this, 'CollectionArn', collection.attrArn),
    }
  }
}
