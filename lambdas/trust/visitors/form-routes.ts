import { notFound, type Route, refusal, route } from '@signet/kernel'
import { pathAt } from '@signet/ui/pages'
import { sendRequestForm, showRequestForm } from '../contract/request-forms.ts'
import type { askRequest } from '../requests/ask-request.ts'
import type { TermsTable } from '../requests/terms-table.ts'
import type { VisitedArtifact, visitedArtifact } from '../requests/visited-artifact.ts'
import { EMPTY_FORM, readForm } from './read-form.ts'
import { formPage, mailSentPage } from './request-pages.ts'

export interface FormDeps {
  readonly visit: ReturnType<typeof visitedArtifact>
  readonly terms: Pick<TermsTable, 'now'>
  readonly ask: ReturnType<typeof askRequest>
}

export const nothingThere = () => notFound('There is no such page, or nothing on it can be requested')

export const tooManyWait = () =>
  refusal('trust_requests_full', 'Too many requests of others wait for an answer: try again in a few days')

const aboutOf = ({ slug, organisation, artifact }: VisitedArtifact, baseUrl: string) => ({
  organisation,
  artifactName: artifact.display_name,
  back: pathAt(baseUrl, `/trust/${slug}`),
})

/** The form by which visitors ask for an artifact. It works without a program. */
export const formRoutes = ({ visit, terms, ask }: FormDeps): Route[] => [
  route(showRequestForm, async ({ params, baseUrl }) => {
    const visited = await visit(params)
    if (!visited) return nothingThere()
    const about = aboutOf(visited, baseUrl)
    return formPage({ ...about, terms: await terms.now(visited.org), form: EMPTY_FORM, faults: {} })
  }),
  route(sendRequestForm, async ({ params, body, baseUrl }) => {
    const visited = await visit(params)
    if (!visited) return nothingThere()
    const shown = await terms.now(visited.org)
    const { form, faults, typed } = readForm(String(body), shown.sha256)
    const about = aboutOf(visited, baseUrl)
    if (!typed) return formPage({ ...about, terms: shown, form, faults })
    if ((await ask(visited, shown, typed, baseUrl)) === 'full') return tooManyWait()
    return mailSentPage(typed.mail, about)
  }),
]
