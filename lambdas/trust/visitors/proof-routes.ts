import { type Clock, Refusal, type Route, refusal, route } from '@signet/kernel'
import { pathAt } from '@signet/ui/pages'
import { proveMail, showProof } from '../contract/request-forms.ts'
import type { proveRequest } from '../requests/prove-request.ts'
import type { RequestLinks } from '../requests/request-links.ts'
import { type RequestRow, type RequestTables, stateOf } from '../requests/request-table.ts'
import type { TermsTable } from '../requests/terms-table.ts'
import { nothingThere, tooManyWait } from './form-routes.ts'
import { knownPage, proofPage, provenPage } from './request-pages.ts'

export interface ProofDeps {
  readonly links: RequestLinks
  readonly tables: Pick<RequestTables, 'asked' | 'requests'>
  readonly terms: Pick<TermsTable, 'text'>
  readonly prove: ReturnType<typeof proveRequest>
  readonly now: Clock
}

export const linkEnded = () =>
  refusal('link_ended', 'This link is no longer good. Ask again on the page, and you get another one')

/** The link that shows whose a mail address is. */
export const proofRoutes = ({ links, tables, terms, prove, now }: ProofDeps): Route[] => {
  const proven = (row: RequestRow, baseUrl: string) =>
    provenPage(row, stateOf(row, now()), pathAt(baseUrl, `/verify/${row.receipt}`))
  return [
    route(showProof, async ({ params: { slug, token }, baseUrl }) => {
      const link = await links.find('proof', slug, token)
      if (!link) return nothingThere()
      const { org, request: id, of: digest, until } = link
      const row = await tables.requests.get({ org, id })
      if (row) return proven(row, baseUrl)
      const asked = await tables.asked.get({ org, digest })
      const text = asked && (await terms.text(org, asked.terms_sha256))
      if (asked?.id !== id || text === undefined || until <= now().toISOString()) return linkEnded()
      return proofPage(asked, text)
    }),
    route(proveMail, async ({ params: { slug, token }, baseUrl }) => {
      const link = await links.find('proof', slug, token)
      if (!link) return nothingThere()
      const isOver = link.until <= now().toISOString()
      if (isOver && !(await tables.requests.get({ org: link.org, id: link.request }))) return linkEnded()
      const proof = await prove(link)
      if (proof instanceof Refusal) return proof
      if (proof.outcome === 'proven') return proven(proof.row, baseUrl)
      if (proof.outcome === 'known') return knownPage()
      return proof.outcome === 'full' ? tooManyWait() : linkEnded()
    }),
  ]
}
