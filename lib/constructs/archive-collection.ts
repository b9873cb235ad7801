import { Stack } from 'aws-cdk-lib'
import {
  CfnAccessPolicy,
  CfnCollection,
  CfnCollectionGroup,
  CfnSecurityPolicy,
} from 'aws-cdk-lib/aws-opensearchserverless'
import { Construct } from 'constructs'
import { type Config, isDisposable } from '../config.ts'
import { removalPolicyOf } from './removal-policy.ts'

/** Maximum capacity units for indexing, and the same for searching: an upper bound of the daily costs. */
const UNITS_MAX = 8

/**
 * Returns the name of the collection, the same for both kinds (`nextgen`, `classic`); at most 28 of the 32 characters
 * that AWS allows. A switch of the kind therefore fails ("already exists"). With a new name, search would use an empty
 * collection although rows say that windows are indexed. docs/aws.md (Upgrade) describes the switch.
 */
export const collectionName = ({ stage }: Config): string => `archive-${stage}`

const VERBS = {
  read: ['aoss:ReadDocument'],
  write: ['aoss:WriteDocument'],
  manage: ['aoss:CreateIndex', 'aoss:DescribeIndex', 'aoss:UpdateIndex', 'aoss:DeleteIndex'],
} as const

export interface IndexGrant {
  readonly verbs: readonly (keyof typeof VERBS)[]
  readonly roles: readonly string[]
  readonly description: string
}

/**
 * Creates a data access policy. `name` is unique in the account and has at most 11 characters; the stage is appended.
 */
export const dataAccess = (
  scope: Construct,
  id: string,
  config: Config,
  { name, index, grants }: { readonly name: string; readonly index: string; readonly grants: readonly IndexGrant[] },
): CfnAccessPolicy => {
  const rules = grants.map(({ verbs, roles, description }) => ({
    Description: description,
    Principal: roles,
    Rules: [
      {
        ResourceType: 'index',
        Resource: [`index/${collectionName(config)}/${index}`],
        Permission: verbs.flatMap((verb) => VERBS[verb]),
      },
    ],
  }))
  return new CfnAccessPolicy(scope, id, {
    name: `${name}-${config.stage}`,
    type: 'data',
    policy: Stack.of(scope).toJsonString(rules),
  })
}

/**
 * A vector collection of OpenSearch Serverless, encrypted with an AWS owned key. Its address is public like that of the
 * table: requests are signed, and data access policies grant access.
 */
export class ArchiveCollection extends Construct {
  readonly collection: CfnCollection
  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id)
    const name = collectionName(config)
    const standbyReplicas = isDisposable(config) && config.archiveCollection === 'classic' ? 'DISABLED' : 'ENABLED'
    const rules = [{ ResourceType: 'collection', Resource: [`collection/${name}`] }]
    const encryption = new CfnSecurityPolicy(this, 'Encryption', {
      name,
      type: 'encryption',
      policy: JSON.stringify({ Rules: rules, AWSOwnedKey: true }),
    })
    const network = new CfnSecurityPolicy(this, 'Network', {
      name,
      type: 'network',
      policy: JSON.stringify([{ Rules: rules, AllowFromPublic: true }]),
    })
    const group = config.archiveCollection === 'nextgen' ? this.addGroup(config) : undefined
    this.collection = new CfnCollection(this, 'Collection', {
      name,
      type: 'VECTORSEARCH',
      description: 'Windows of conversations',
      standbyReplicas,
      ...(group ? { collectionGroupName: group.name } : {}),
    })
    // The collection refers to its group by name, from which CloudFormation cannot derive the order of creation.
    if (group) this.collection.addResourceDependency(group)
    this.collection.addResourceDependency(encryption)
    this.collection.addResourceDependency(network)
    this.collection.applyRemovalPolicy(removalPolicyOf(config))
  }

  /**
   * Creates the group of a next-generation collection. Its minimum capacity of zero lets the collection scale to zero.
   */
  private addGroup(config: Config): CfnCollectionGroup {
    const group = new CfnCollectionGroup(this, 'Group', {
      name: collectionName(config),
      generation: 'NEXTGEN',
      standbyReplicas: 'ENABLED',
      capacityLimits: {
        minIndexingCapacityInOcu: 0,
        minSearchCapacityInOcu: 0,
        maxIndexingCapacityInOcu: UNITS_MAX,
        maxSearchCapacityInOcu: UNITS_MAX,
      },
    })
    group.applyRemovalPolicy(removalPolicyOf(config))
    return group
  }
}
