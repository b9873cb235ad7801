import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

const lambda = sdkClient((options) => new LambdaClient(options))

/** Returns the name of the function of a bundle in the local account. */
const functionNamed = async (bundle: string): Promise<string> => {
  const response = await fetch(`${testStack().control}/_local/functions`)
  const { functions } = (await response.json()) as { functions: readonly { name: string; functionName: string }[] }
  const matchingFunction = functions.find(({ name }) => name === bundle)
  if (!matchingFunction) throw new Error(`No function has the bundle ${bundle}`)
  return matchingFunction.functionName
}

/** Invites an organization to a product or revokes the invitation, like an operator. */
export const invite = async (
  org_id: string,
  product: 'ciso-trust-bundle' | 'ciso-trust-page-hosting',
  op: 'invite' | 'withdraw' = 'invite',
): Promise<void> => {
  const change = { op, org_id, product, by: 'a test' }
  const { FunctionError, Payload } = await lambda().send(
    new InvokeCommand({
      FunctionName: await functionNamed('billing-invite'),
      Payload: Buffer.from(JSON.stringify(change)),
    }),
  )
  if (FunctionError) throw new Error(`billing-invite failed: ${Payload?.transformToString()}`)
}
