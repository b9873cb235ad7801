import { CodeTabs, PageHead, Section } from '@signet/ui'
import { useLocation } from 'preact-iso'
import type { ConsultRoleInput } from '../api/consultations.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { paidSamples } from '../scaffold-credit/request-samples.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { addressWith } from '../session/address.ts'
import { useFormDraft } from '../session/draft-form.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { AskFields } from './ask-fields.tsx'
import { ConsultationTabs } from './consultation-tabs.tsx'
import { draftOf, EXAMPLE, jsonFault, queryOf, requestOf } from './draft.ts'
import { consult } from './run-query.ts'

const sampleRequest = (request: ConsultRoleInput): ConsultRoleInput =>
  request.intention === '' ? { ...request, intention: EXAMPLE } : request

const useConsultation = (request: ConsultRoleInput) => {
  const { organization } = useSession()
  const { route } = useLocation()
  const attempt = useAttempt(request)
  return useAction(
    () => consult(organization.id, request, attempt.key, new Date(serviceNow()).toISOString()),
    ({ hash }) => {
      attempt.end()
      // Back restores the submitted form.
      route(addressWith('/consultations', queryOf(request)), true)
      route(`/consultations/${hash}`)
    },
  )
}

const Form = () => {
  const { query } = useLocation()
  const { draft, change } = useFormDraft(() => draftOf(query))
  const request = requestOf(draft)
  const run = useConsultation(request)
  const paidFault = usePaidFault()
  const isJsonInvalid = draft.contextFormat === 'json' && jsonFault(draft.json) !== undefined
  const isComplete = request.intention !== '' && !isJsonInvalid
  const submit = () => {
    if (isComplete) run.run()
  }
  const unavailable = isJsonInvalid ? 'Fix the JSON first' : 'Describe the plan or decision first'
  return (
    <div class="playground">
      <ActionForm
        action={{ isBusy: run.isBusy, fault: paidFault(run.error) }}
        onSubmit={submit}
        text="Ask role"
        unavailable={isComplete ? undefined : unavailable}
        secondary={<CreditLine error={run.error} />}
      >
        <AskFields draft={draft} change={change} fields={run.fields} onSubmit={submit} />
      </ActionForm>
      <Section title="Use the API">
        <CodeTabs
          label="Request"
          samples={paidSamples(`${location.origin}/api/agents/run`, sampleRequest(request), 'analysis.summary')}
        />
        <p class="second small">
          Requires an API key with platform scopes. <a href="/keys/new">Create an API key</a>. Each consultation has a
          receipt that anyone can verify. Only your organization can read the content of the consultation.
        </p>
      </Section>
    </div>
  )
}

export const AskPage = () => (
  <div class="stack">
    <PageHead
      title="Consultations"
      about="A role, such as a chief technology officer, reviews your plan and returns findings, next steps and open questions. A failed consultation costs nothing."
    />
    <ConsultationTabs current="/consultations" />
    <Form />
  </div>
)
