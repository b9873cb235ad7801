import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { programDocument, programHeaders, signInAddress } from '@signet/pages'
import { getPage } from '../contract/page.ts'

export interface PageDeps {
  /** Base address of the platform with the sign-in page; `none` if the deployment has none. */
  readonly platformUrl: string
  /** Address to which parts of files are sent. */
  readonly bucketUrl: string
}

/** The browser page. It is loaded on first request, so that API calls do not wait for it. */
export const pageRoute = ({ platformUrl, bucketUrl }: PageDeps): Route =>
  route(getPage, async () => {
    const { archivePage } = await import('./archive-page.ts')
    const page = archivePage({ signIn: signInAddress(platformUrl), origins: [new URL(bucketUrl).origin] })
    return reply(200, programDocument(page), programHeaders(page))
  })
