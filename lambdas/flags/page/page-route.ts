import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { getPage } from '../contract/page.ts'

export interface PageDeps {
  /** Base address of the platform, where people sign in; `none` where the deployment has none. */
  readonly platformUrl: string
}

/** The page for people. It is loaded when somebody asks for it: programs, who ask for flags, do not wait for it. */
export const pageRoute = ({ platformUrl }: PageDeps): Route => {
  const signIn = platformUrl === 'none' ? '' : `${platformUrl.replace(/\/$/, '')}/login`
  return route(getPage, async () => {
    const { documentOf, POLICY } = await import('./flags-page.ts')
    return reply(200, documentOf(signIn), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })
}
