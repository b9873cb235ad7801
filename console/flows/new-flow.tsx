import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import { useLocation } from 'preact-iso'
import { flows } from '../api/flows.ts'
import { usageQuery } from '../api/usage.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { addressWith } from '../session/address.ts'
import { type FormState, fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { customTypeFault, type Draft, draftOf, EXAMPLE, queryOf, requestOf } from './draft.ts'
import { Preview } from './preview.tsx'
import { OTHER_PROJECT_TYPE, PROJECT_OPTIONS } from './project-types.ts'

/** Returns whether the plan includes prose editing; true until the plan is loaded. */
const useMayEditProse = (): boolean => {
  return useOrganizationQuery(usageQuery).data?.tier !== 'free'
}

const ProjectTypeFields = ({ draft, change, fields }: FormState<Draft>) => (
  <div class="form-columns">
    <Select
      label="Project type"
      value={draft.type}
      options={PROJECT_OPTIONS}
      onValue={(kind) => change({ type: kind })}
      fault={draft.type === OTHER_PROJECT_TYPE ? undefined : fields.project_type}
    />
    {draft.type === OTHER_PROJECT_TYPE && (
      <TextField
        label="Custom project type"
        isMono
        maxLength={40}
        placeholder="game-server"
        spellcheck={false}
        value={draft.customType}
        onValue={(customType) => change({ customType })}
        fault={draft.customType === '' ? undefined : (customTypeFault(draft) ?? fields.project_type)}
      />
    )}
  </div>
)

const Fields = (props: FormState<Draft> & { readonly onSubmit: () => void }) => {
  const { draft, change, onSubmit } = props
  const mayEditProse = useMayEditProse()
  return (
    <>
      <TextArea
        label="Project description"
        required
        rows={4}
        maxLength={2_000}
        hint="Describe the inputs, the stored data and the permissions of users."
        placeholder={EXAMPLE}
        {...fieldsOf(props)('intention')}
        onSubmit={onSubmit}
      />
      <ProjectTypeFields {...props} />
      <Checkbox
        label="Edit the prose of the documents"
        hint="Headings, tables, code, numbers and IDs are not changed. Does not count toward your quota."
        isChecked={draft.editsProse && mayEditProse}
        onChecked={(editsProse) => change({ editsProse })}
        unavailable={mayEditProse ? undefined : 'Requires a paid plan'}
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
      for (const queryKey of ['usage', 'receipts']) void invalidate(queryKey)
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
  const fault = customTypeFault(draft)
  const isComplete = request.intention !== '' && fault === undefined
  const submit = () => {
    if (isComplete) create.run()
  }
  return (
    <div class="playground">
      <ActionForm
        action={{ isBusy: create.isBusy, fault: paidFault(create.error) }}
        onSubmit={submit}
        text="Create flow"
        unavailable={
          isComplete
            ? undefined
            : request.intention === ''
              ? 'Describe the project first'
              : 'Enter a project type first'
        }
        secondary={<CreditLine error={create.error} />}
      >
        <Fields draft={draft} change={change} fields={create.fields} onSubmit={submit} />
      </ActionForm>
      <Preview input={{ intention: request.intention, project_type: request.project_type }} isEnabled={isComplete} />
    </div>
  )
}
