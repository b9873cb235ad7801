import { type ApiApp, Refusal } from '@signet/kernel'
import { exchangeCode, registerClient } from '../contract/oauth.ts'
import { oauthRefusal } from './oauth-refusal.ts'

const OF_THE_REQUEST: readonly string[] = [
  'invalid_input',
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
]

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
 * Adds the OAuth error members to refusals of invalid requests: RFC 7591 3.2.2 for registrations, RFC 6749 5.2 for the
 * token endpoint. Code, status and field names stay unchanged.
 */
export const inOauthForm: NonNullable<ApiApp['refusalOf']> = (thrown, { route, isRunning }) => {
  if (!(thrown instanceof Refusal) || isRunning || !OF_THE_REQUEST.includes(thrown.code)) return undefined
  const error = route && errorFor(route.operation, thrown)
  return error === undefined ? undefined : oauthRefusal(error, thrown.message, thrown)
}
