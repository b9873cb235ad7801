import type { FieldError } from '@signet/contracts'
import { mayBePublic } from '@signet/kernel'

/** Loopback addresses that are allowed for notifications in local environments. */
export const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'] as const

const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

const problemOf = (text: string, allowsLoopback: boolean): string | undefined => {
  const url = URL.parse(text)
  if (!url) return 'must be a URL'
  if (url.username || url.password) return 'must not contain credentials; verify the signature instead'
  if (allowsLoopback && LOOPBACK_HOSTS.includes(url.hostname) && /^https?:$/.test(url.protocol)) return undefined
  if (url.protocol !== 'https:') return 'must begin with https://'
  return mayBePublic(url.hostname) ? undefined : 'must have a public host'
}

/**
 * Returns faults of a notification URL that are known without a DNS lookup. With `allowsLoopback`, loopback addresses
 * are allowed, also with http.
 */
export const webhookUrlErrors = (text: string, { allowsLoopback }: { allowsLoopback: boolean }): FieldError[] => {
  const message = problemOf(text, allowsLoopback)
  return message === undefined ? [] : [{ field: 'webhook_url', message }]
}
