import { RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { CfnApiKey } from 'aws-cdk-lib/aws-apigateway'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { EDGE_REGION, keySuffix, originKeyName } from '../edge-config.ts'
import { type OriginKeyNames, outputReference } from './shared-data.ts'
import { waive } from './waivers.ts'

/**
 * The key that identifies the edge: a secret, with a replica in the edge's region, and an API key of API Gateway with
 * its value. API Gateway refuses requests without the key before a function runs, and does not charge for them.
 */
export class OriginKey extends Construct {
  readonly names: OriginKeyNames
  constructor(scope: Stack, id: string, config: Config) {
    super(scope, id)
    const { stage, region } = config
    // A new key has new output names, so that stacks that read them are deployed again.
    const suffix = keySuffix(config.originKey)
    const needsReplica = region !== undefined && region !== EDGE_REGION
    const secret = new Secret(this, 'Secret', {
      // The edge is in another region, where a replica can be found only by its name.
      secretName: originKeyName(config),
      description: 'Key with which the edge authenticates to APIs',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      replicaRegions: needsReplica ? [{ region: EDGE_REGION }] : [],
      // The key is replaceable, and a retained secret would block the next one of the same name.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    waive(secret, {
      id: 'AwsSolutions-SMG4',
      reason:
        'API Gateway, CloudFront and functions must change together: SIGNET_ORIGIN_KEY replaces the key (docs/edge.md)',
    })
    const key = new CfnApiKey(this, 'Key', {
      name: `signet-${stage}-edge${suffix}`,
      description: 'Key of the edge, and of functions that call siblings',
      enabled: true,
      // A reference that CloudFormation resolves: no template contains the value.
      value: secret.secretValue.unsafeUnwrap(),
    })
    this.names = {
      secret: {
        name: outputReference(scope, `OriginKeySecret${suffix}`, secret.secretArn),
        arn: outputReference(scope, `OriginKeySecretArn${suffix}`, secret.secretArn),
      },
      apiKey: outputReference(scope, `OriginApiKey${suffix}`, key.ref),
    }
  }
}
