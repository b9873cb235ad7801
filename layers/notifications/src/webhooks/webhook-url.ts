import type { FieldError } from '@signet/contracts'
import { mayBePublic } from '@signet/kernel'

/** Addresses of this machine that are allowed for notifications in local environments. */
export const OWN_ADDRESSES = ['127.0.0.1', '::1'] as const

const OWN_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

const problemOf = (text: string, allowsLoopback: boolean): string | undefined => {
  const url = URL.parse(text)
  if (!url) return 'is not a URL'
  if (url.username || url.password) return 'must not carry credentials; verify the signature instead'
  if (allowsLoopback && OWN_HOSTS.includes(url.hostname) && /^https?:$/.test(url.protocol)) return undefined
  if (url.protocol !== 'https:') return 'must begin with https://'
  return mayBePublic(url.hostname) ? undefined : 'must name a public host'
}

/**
 * Problems of a URL for notifications, as far as they are known without a name server. With `allowsLoopback`, addresses
 * of this machine are allowed, with http too.
 */
export const webhookUrlErrors = (text: string, { allowsLoopback }: { allowsLoopback: boolean }): FieldError[] => {
  const message = problemOf(text, allowsLoopback)
  return message === undefined ? [] : [{ field: 'webhook_url', message }]
}
