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

/** The most capacity units for indexing, and for searching: they bound the costs of a bad day. */
const UNITS_MAX = 8

/**
 * The same name for either kind, 28 of the 32 characters that AWS allows. A switch from one kind to the other then fails
 * ("already exists") instead of leaving search with an empty collection, because rows say that the windows are there;
 * docs/aws.md (Upgrade) says how to switch.
 */
export const collectionName = ({ stage }: Config): string => `archive-${stage}`

const VERBS = {
  read: ['aoss:ReadDocument'],
  write: ['aoss:WriteDocument'],
  make: ['aoss:CreateIndex', 'aoss:DescribeIndex', 'aoss:UpdateIndex', 'aoss:DeleteIndex'],
} as const

export interface IndexGrant {
  readonly verbs: readonly (keyof typeof VERBS)[]
  readonly roles: readonly string[]
  readonly says: string
}

/** A data access policy; `name` is unique in the account, with at most 11 characters beside the stage. */
export const dataAccess = (
  scope: Construct,
  id: string,
  config: Config,
  {
    name,
    index,
    entitled,
  }: { readonly name: string; readonly index: string; readonly entitled: readonly IndexGrant[] },
): CfnAccessPolicy => {
  const rules = entitled.map(({ verbs, roles, says }) => ({
    Description: says,
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
 * A vector collection of OpenSearch Serverless, encrypted by a key of AWS. Its address is public, as that of the table is:
 * what is asked is signed, and the data access policies say who may.
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
    // The collection names its group as text, which tells CloudFormation nothing of the order.
    if (group) this.collection.addResourceDependency(group)
    this.collection.addResourceDependency(encryption)
    this.collection.addResourceDependency(network)
    this.collection.applyRemovalPolicy(removalPolicyOf(config))
  }

  /** Collections of the next generation scale to zero in a group whose least is none. */
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
