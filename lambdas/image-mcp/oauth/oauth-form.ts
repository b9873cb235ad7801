import { type ApiApp, Refusal } from '@signet/kernel'
import { exchangeCode, registerClient } from '../contract/oauth.ts'
import { oauthRefusal } from './oauth-refusal.ts'

const REQUEST_ERRORS: readonly string[] = [
  'invalid_input',
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
]

const concernsRedirects = ({ extras }: Refusal): boolean => {
  const [firstError] = (extras.errors ?? []) as readonly { readonly field: string }[]
  return firstError?.field.startsWith('redirect_uris') ?? false
}

const errorFor = (operation: string, refusal: Refusal): string | undefined => {
  if (operation === exchangeCode.name) return 'invalid_request'
  if (operation !== registerClient.name) return undefined
  return concernsRedirects(refusal) ? 'invalid_redirect_uri' : 'invalid_client_metadata'
}

/**
 * Adds the OAuth error fields to refusals of invalid requests: RFC 7591 3.2.2 for registrations, RFC 6749 5.2 for the
 * token endpoint. Code, status and field names stay unchanged. The routes' own refusals have these fields already.
 */
export const toOauthRefusal: NonNullable<ApiApp['refusalOf']> = (thrown, { route, isRunning }) => {
  if (!(thrown instanceof Refusal) || isRunning || !REQUEST_ERRORS.includes(thrown.code)) return undefined
  const error = route && errorFor(route.operation, thrown)
  return error === undefined ? undefined : oauthRefusal(error, thrown.message, thrown)
}
