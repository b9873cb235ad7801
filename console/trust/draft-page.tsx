import type { Intake } from '@signet/posture'
import { Button, Failure, PageHead } from '@signet/ui'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { posture } from '../api/posture.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { useAction } from '../session/action.ts'
import { isApiError } from '../session/faults.ts'
import { invalidate } from '../session/queries.ts'
import { ClearDraft } from './clear-draft.tsx'
import { CompanyFields } from './company-fields.tsx'
import { ControlFields } from './control-fields.tsx'
import { DraftVerdict, useVerdict } from './draft-verdict.tsx'
import { dottedFields, faultOutsideFields, ruleSentence } from './form-fault.ts'
import { EMPTY_INTAKE, isEmptyIntake } from './intake-draft.ts'
import { ListFields } from './list-fields.tsx'
import { TrustTabs } from './trust-tabs.tsx'
import { useIntakeDraft } from './use-intake-draft.ts'

const refusalHash = (error: unknown): string | undefined => {
  if (!isApiError(error) || error.code !== 'intake_refused') return undefined
  return (error.body as { readonly receipt?: { readonly hash: string } }).receipt?.hash
}

const useIsMounted = () => {
  const isMounted = useRef(true)
  useEffect(
    () => () => {
      isMounted.current = false
    },
    [],
  )
  return isMounted
}

const useSubmit = (draft: Intake, deleteStored: (sent: Intake) => void) => {
  const { route } = useLocation()
  const isMounted = useIsMounted()
  const attempt = useAttempt(draft)
  return useAction(
    async (submitted: Intake) => {
      try {
        return (await posture.submitCisoIntake({ ...submitted, 'idempotency-key': attempt.key })).receipt.hash
      } catch (error) {
        const hash = refusalHash(error)
        if (hash === undefined) throw error
        return hash
      }
    },
    (hash, submitted) => {
      attempt.end()
      deleteStored(submitted)
      void invalidate('trust')
      // Users who have left the page in the meantime are not redirected.
      if (isMounted.current) route(`/trust-pages/intakes/${hash}`)
    },
  )
}

const messagesByField = (faults: readonly { readonly field: string; readonly message: string }[]) =>
  Object.fromEntries(faults.map(({ field, message }) => [field, ruleSentence(message) ?? message]))

const focusableIn = (element: Element): HTMLElement | null =>
  element instanceof HTMLFieldSetElement ? element.querySelector('input') : (element as HTMLElement)

/** Focuses the first of the named fields in form order. */
const focusFirst = (form: HTMLFormElement | null, names: readonly string[]): void => {
  const first = [...(form?.elements ?? [])].find((element) => names.includes(element.getAttribute('name') ?? ''))
  const control = first && focusableIn(first)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}

const useDraftForm = () => {
  const { draft, change, deleteStored } = useIntakeDraft()
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [hasTriedSubmit, setTriedSubmit] = useState(false)
  const verdict = useVerdict(draft)
  const submit = useSubmit(draft, deleteStored)
  const rejectedFields = dottedFields(submit.fields)
  const focusFields = (...names: readonly string[]) => focusFirst(form.current, names)
  useEffect(() => focusFields(...Object.keys(rejectedFields)), [submit.error])
  // Empty fields are marked as errors only after the first attempt to submit.
  const localFaults = hasTriedSubmit ? [...verdict.emptyFields, ...verdict.invalidFields] : verdict.invalidFields
  const serverFaults = Object.entries(rejectedFields).map(([field, message]) => ({ field, message }))
  return {
    form,
    button,
    draft,
    verdict,
    submit,
    rejectedFields,
    focusFields,
    fields: messagesByField([...serverFaults, ...localFaults]),
    change: (part: Partial<Intake>) => {
      submit.reset()
      change(part)
    },
    trySubmit: () => {
      const faults = [...verdict.emptyFields, ...verdict.invalidFields].map(({ field }) => field)
      setTriedSubmit(true)
      if (faults.length > 0) {
        focusFields(...faults)
        return
      }
      // The fields are disabled during submission, and a disabled field loses the focus.
      button.current?.focus()
      submit.run(draft)
    },
  }
}

const whyNotClearable = (draft: Intake, isBusy: boolean): string | undefined => {
  if (isBusy) return 'The draft is being assessed'
  return isEmptyIntake(draft) ? 'The draft is empty' : undefined
}

export const DraftPage = () => {
  const { form, button, draft, change, fields, verdict, submit, rejectedFields, focusFields, trySubmit } =
    useDraftForm()
  const paidFault = usePaidFault()
  const hasField = (name: string) => form.current?.elements.namedItem(name) != null
  const fault = faultOutsideFields({ fault: paidFault(submit.error), fields: rejectedFields }, hasField)
  return (
    <div class="stack">
      <PageHead
        title="New intake"
        about="An intake contains your answers about your security. Published rules assess it, and the verdict is signed. Only the claims listed on the signed intake's page become public."
        actions={
          <ClearDraft unavailable={whyNotClearable(draft, submit.isBusy)} onConfirm={() => change(EMPTY_INTAKE)} />
        }
      />
      <TrustTabs current="/trust-pages/intakes" />
      <form
        ref={form}
        class="trust-draft"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          trySubmit()
        }}
      >
        <fieldset class="stack" disabled={submit.isBusy}>
          <legend class="hidden-text">Intake</legend>
          <CompanyFields draft={draft} change={change} fields={fields} />
          <ControlFields draft={draft} change={change} fields={fields} />
          <ListFields draft={draft} change={change} fields={fields} />
        </fieldset>
        <div class="trust-findings">
          <DraftVerdict draftVerdict={verdict} onSelectField={focusFields} />
        </div>
        <div class="stack trust-submit">
          {fault && <Failure fault={fault} />}
          <div class="row">
            <Button type="submit" kind="primary" buttonRef={button} isBusy={submit.isBusy}>
              Assess and sign
            </Button>
            <CreditLine error={submit.error} />
          </div>
        </div>
      </form>
    </div>
  )
}
