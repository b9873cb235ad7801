import { type ApiApp, Refusal } from '@signet/kernel'
import { exchangeCode, registerClient } from '../contract/oauth.ts'
import { oauthRefusal } from './oauth-refusal.ts'

type InForm = NonNullable<ApiApp['refusalOf']>

const OF_THE_CONTENT: readonly string[] = ['invalid_input', 'invalid_json']
/** HTTP itself has a status for these. */
const OF_THE_MESSAGE: readonly string[] = ['payload_too_large', 'unsupported_media_type']

const isOfRedirects = ({ extras }: Refusal): boolean => {
  const [first] = (extras.errors ?? []) as readonly { readonly field: string }[]
  return first?.field.startsWith('redirect_uris') ?? false
}

const errorFor = (operation: string, refused: Refusal): string | undefined => {
  if (operation === exchangeCode.name) return 'invalid_request'
  if (operation !== registerClient.name) return undefined
  return isOfRedirects(refused) ? 'invalid_redirect_uri' : 'invalid_client_metadata'
}

/**
 * Gives refusals of what clients send the form that they read: that of RFC 7591 3.2.2 for registrations, that of RFC
 * 6749 5.2 for the token endpoint.
 */
export const inOauthForm: InForm = (thrown, { route, isRunning }) => {
  if (!(thrown instanceof Refusal) || isRunning || route === undefined) return undefined
  const error = errorFor(route.operation, thrown)
  if (error === undefined) return undefined
  if (OF_THE_CONTENT.includes(thrown.code)) return oauthRefusal(error, thrown.message)
  return OF_THE_MESSAGE.includes(thrown.code) ? oauthRefusal(error, thrown.message, thrown) : undefined
}
