import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { programDocument, programHeaders, signInAddress } from '@signet/pages'
import { getPage } from '../contract/page.ts'

export interface PageDeps {
  /** Base address of the platform with the sign-in page; `none` if the deployment has none. */
  readonly platformUrl: string
}

/** The browser page. It is loaded on first request, so that programs that read flags do not wait for it. */
export const pageRoute = ({ platformUrl }: PageDeps): Route =>
  route(getPage, async () => {
    const { flagsPage } = await import('./flags-page.ts')
    const page = flagsPage(signInAddress(platformUrl))
    return reply(200, programDocument(page), programHeaders(page))
  })
