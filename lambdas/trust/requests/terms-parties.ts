import { escapeHtml } from '@signet/ui/pages'

export interface TermsOrganization {
  readonly slug: string
  /** Name on the trust page. Rows written before it was stored have none. */
  readonly organization?: string | undefined
  /** Name in the receipt of the page; undefined without such a receipt. */
  readonly signedName?: string | undefined
}

/** States between whom terms are concluded. Signet checks neither name. */
export const termsParties = ({ slug, organization, signedName }: TermsOrganization): string => {
  const receiptText =
    signedName === undefined || signedName === organization ? undefined : `in its receipt ${signedName}`
  const names = [organization, receiptText].filter((name) => name !== undefined).join(', ')
  const namesText = names === '' ? '' : ` (${escapeHtml(names)})`
  return `<p>Between your company and the organization that publishes the trust page “${escapeHtml(slug)}”${namesText}. Signet did not check who it is.</p>`
}
