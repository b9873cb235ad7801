import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { getPage } from '../contract/page.ts'

export interface PageDeps {
  /** Base address of the platform, where people sign in; `none` where the deployment has none. */
  readonly platformUrl: string
  /** Where parts of files are sent to. */
  readonly bucketUrl: string
}

/** The page for people. It is loaded when somebody asks for it: programs do not wait for it. */
export const pageRoute = ({ platformUrl, bucketUrl }: PageDeps): Route => {
  const signIn = platformUrl === 'none' ? '' : `${platformUrl.replace(/\/$/, '')}/login`
  return route(getPage, async () => {
    const { documentOf, policyOf } = await import('./archive-page.ts')
    return reply(200, documentOf(signIn), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(new URL(bucketUrl).origin),
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
}
