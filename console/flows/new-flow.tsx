import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import { useLocation } from 'preact-iso'
import { flows } from '../api/flows.ts'
import { usageQuery } from '../api/usage.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { addressWith } from '../session/address.ts'
import { type FormPart, fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { type Draft, draftOf, EXAMPLE, ownFault, queryOf, requestOf } from './draft.ts'
import { Preview } from './preview.tsx'
import { OTHER, PROJECT_OPTIONS } from './project-types.ts'

/** Returns whether the plan includes the oracle; true until the plan is loaded. */
const useMayPolish = (): boolean => {
  return useOrganizationQuery(usageQuery).data?.tier !== 'free'
}

const Kind = ({ draft, change, fields }: FormPart<Draft>) => (
  <div class="form-columns">
    <Select
      label="Project type"
      value={draft.kind}
      options={PROJECT_OPTIONS}
      onValue={(kind) => change({ kind })}
      fault={draft.kind === OTHER ? undefined : fields.project_type}
    />
    {draft.kind === OTHER && (
      <TextField
        label="Custom project type"
        isMono
        maxLength={40}
        placeholder="game-server"
        spellcheck={false}
        value={draft.ownKind}
        onValue={(ownKind) => change({ ownKind })}
        fault={draft.ownKind === '' ? undefined : (ownFault(draft) ?? fields.project_type)}
      />
    )}
  </div>
)

const Fields = (part: FormPart<Draft> & { readonly onSubmit: () => void }) => {
  const { draft, change, onSubmit } = part
  const mayPolish = useMayPolish()
  return (
    <>
      <TextArea
        label="Project description"
        required
        rows={4}
        maxLength={2_000}
        hint="Describe inputs, stored data and who may do what."
        placeholder={EXAMPLE}
        {...fieldsOf(part)('intention')}
        onSubmit={onSubmit}
      />
      <Kind {...part} />
      <Checkbox
        label="Edit the prose of the documents"
        hint="Headings, tables, code, numbers and IDs are not changed. Uses no scaffold."
        isChecked={draft.isPolished && mayPolish}
        onChecked={(isPolished) => change({ isPolished })}
        unavailable={mayPolish ? undefined : 'Requires Pro or Team'}
      />
    </>
  )
}

const useCreate = (draft: Draft) => {
  const { organization } = useSession()
  const { route } = useLocation()
  const request = requestOf(draft)
  const attempt = useAttempt(request)
  return useAction(
    () => flows.createFlow({ ...request, 'idempotency-key': attempt.key }),
    ({ id }) => {
      attempt.end()
      for (const changed of ['usage', 'receipts']) void invalidate(changed)
      void invalidate('flows', organization.id)
      // Back restores the submitted form.
      route(addressWith('/flows', queryOf(draft)), true)
      route(`/flows/${id}`)
    },
  )
}

export const NewFlow = () => {
  const { query } = useLocation()
  const { draft, change } = useFormDraft(() => draftOf(query))
  const request = requestOf(draft)
  const create = useCreate(draft)
  const paidFault = usePaidFault()
  const fault = ownFault(draft)
  const isSayable = request.intention !== '' && fault === undefined
  const submit = () => {
    if (isSayable) create.run()
  }
  return (
    <div class="playground">
      <ActionForm
        action={{ isBusy: create.isBusy, fault: paidFault(create.error) }}
        onSubmit={submit}
        text="Create flow"
        unavailable={
          isSayable ? undefined : request.intention === '' ? 'Describe the project first' : 'Enter a project type first'
        }
        secondary={<CreditLine after={create.error} />}
      >
        <Fields draft={draft} change={change} fields={create.fields} onSubmit={submit} />
      </ActionForm>
      <Preview of={{ intention: request.intention, project_type: request.project_type }} isEnabled={isSayable} />
    </div>
  )
}
