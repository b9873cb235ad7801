import { type CfnUrl, FunctionUrl, FunctionUrlAuthType, type IFunction, InvokeMode } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { ApiName } from '../apis.ts'

export interface FunctionAddressProps {
  readonly key: ApiName
  readonly fn: IFunction
}

/**
 * An API that is one function behind a Function URL: responses stream, headers are those of the function, and only the
 * function authenticates callers. The CDK adds both permissions that AWS requires since October 2025.
 */
export class FunctionAddress extends Construct {
  readonly url: string
  constructor(scope: Construct, id: string, { key, fn }: FunctionAddressProps) {
    super(scope, id)
    const address = new FunctionUrl(this, 'Url', {
      function: fn,
      authType: FunctionUrlAuthType.NONE,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    })
    const resource = address.node.defaultChild as CfnUrl
    resource.addMetadata('signet:api', key)
    this.url = address.url
  }
}
