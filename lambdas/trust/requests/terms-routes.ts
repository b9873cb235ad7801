import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { invalidInput, notFound, type Route, route } from '@signet/kernel'
import { getTerms, getTermsText, putTerms, type TrustTerms } from '../contract/request-terms.ts'
import { allowedDomainOf } from './mail-domains.ts'
import type { RequestTerms, TermsTable } from './terms-table.ts'

const termsView = ({ title, text, sha256, valid_days, allowed_domains, updated_at }: RequestTerms): TrustTerms => ({
  title,
  text,
  sha256,
  validDays: valid_days,
  allowedDomains: allowed_domains,
  isDefault: updated_at === null,
  updatedAt: updated_at,
})

/** @throws Refusal 400 `invalid_input` that lists each invalid domain. */
const validDomains = (domainTexts: readonly string[]): readonly string[] => {
  const domains = domainTexts.map(allowedDomainOf)
  const errors = domains.flatMap(({ rule }, index) =>
    rule === undefined ? [] : [{ field: `allowedDomains[${index}]`, message: rule }],
  )
  if (errors.length > 0) throw invalidInput(errors)
  return [...new Set(domains.flatMap(({ domain }) => domain ?? []))].sort()
}

export const termsRoutes = ({ terms }: { readonly terms: TermsTable }): Route[] => [
  route(getTerms, async ({ caller }) => reply(200, termsView(await terms.current(orgOf(caller))))),
  route(putTerms, async ({ body: { allowedDomains, ...settings }, caller }) =>
    reply(
      200,
      termsView(await terms.put(orgOf(caller), { ...settings, allowedDomains: validDomains(allowedDomains) })),
    ),
  ),
  route(getTermsText, async ({ params: { sha256 }, caller }) => {
    const text = await terms.text(orgOf(caller), sha256)
    return text === undefined
      ? notFound('The organization has no terms with this SHA-256')
      : reply(200, { sha256, text })
  }),
]
