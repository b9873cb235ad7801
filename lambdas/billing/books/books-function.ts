import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda'
import { currentCause } from '@signet/kernel'
import type { Books } from './books.ts'

interface Deps {
  readonly lambda: LambdaClient
  /** Names of the functions that book credits and tiers. */
  readonly credits: string
  readonly entitlements: string
}

/**
 * Books purchases by invoking the functions of the image service and the platform. The call is synchronous, so a failed
 * booking is repeated.
 */
export const functionBooks = ({ lambda, credits, entitlements }: Deps): Books => {
  const invoke = async (FunctionName: string, payload: object): Promise<void> => {
    const { FunctionError, Payload } = await lambda.send(
      new InvokeCommand({
        FunctionName,
        Payload: new TextEncoder().encode(JSON.stringify({ ...payload, cause: currentCause() })),
      }),
    )
    if (FunctionError === undefined) return
    throw new Error(`${FunctionName} failed: ${new TextDecoder().decode(Payload).slice(0, 500)}`)
  }
  return { book: (purchase) => invoke(credits, purchase), entitle: (change) => invoke(entitlements, change) }
}
