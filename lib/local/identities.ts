import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiName } from './api-model.ts'
import type { LambdaService } from './lambda-service.ts'
import type { LocalApp } from './local-app.ts'
import type { SessionIssuer } from './session-issuer.ts'

export interface Identity {
  readonly userId: string
  readonly orgId: string
  /** Value of the cookie auth.session_token; absent if the templates name another issuer. */
  readonly sessionCookie?: string
  readonly platKey?: string
  readonly genKey: string
}
export type Identities = Readonly<Record<string, Identity>>

export interface SeedContext {
  readonly urls: Readonly<Partial<Record<ApiName, string>>>
  /** The local session issuer; undefined if the templates name another issuer. */
  readonly issuer: SessionIssuer | undefined
  /** Invokes the function with this bundle. @throws Error if it does not exist or fails. */
  readonly invoke: (bundle: string, payload: unknown) => Promise<unknown>
  readonly earlier: Identities
  readonly now: () => Date
}

export const invokeBundle =
  ({ functions }: LocalApp, lambda: LambdaService): SeedContext['invoke'] =>
  async (bundle, payload) => {
    const target = functions.find((fn) => fn.bundle === bundle)
    if (target === undefined) throw new Error(`The templates have no function with the bundle ${bundle}`)
    return lambda.invoke(target.arn, payload)
  }

/** Returns the identities in the state folder's stack.json; none if the file does not exist. */
export const identitiesOf = async (state: string): Promise<Identities> => {
  const text = await readFile(join(state, 'stack.json'), 'utf8').catch(() => '{}')
  const { identities = {} } = JSON.parse(text) as { readonly identities?: Identities }
  return identities
}
