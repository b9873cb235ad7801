import type { Intake } from '@signet/posture'
import { Button, Failure, PageHead } from '@signet/ui'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { posture } from '../api/posture.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { useAction } from '../session/action.ts'
import { isRefused } from '../session/faults.ts'
import { invalidate } from '../session/queries.ts'
import { ClearDraft } from './clear-draft.tsx'
import { CompanyFields } from './company-fields.tsx'
import { ControlFields } from './control-fields.tsx'
import { DraftVerdict, useVerdict } from './draft-verdict.tsx'
import { dottedFields, faultOutsideFields, ruleWords } from './form-fault.ts'
import { EMPTY_INTAKE, isEmptyIntake } from './intake-draft.ts'
import { ListFields } from './list-fields.tsx'
import { TrustTabs } from './trust-tabs.tsx'
import { useIntakeDraft } from './use-intake-draft.ts'

const refusalHash = (error: unknown): string | undefined => {
  if (!isRefused(error) || error.code !== 'intake_refused') return undefined
  return (error.body as { readonly receipt?: { readonly hash: string } }).receipt?.hash
}

const useMounted = () => {
  const isMounted = useRef(true)
  useEffect(
    () => () => {
      isMounted.current = false
    },
    [],
  )
  return isMounted
}

const useSubmit = (draft: Intake, forget: (sent: Intake) => void) => {
  const { route } = useLocation()
  const isMounted = useMounted()
  const attempt = useAttempt(draft)
  return useAction(
    async (written: Intake) => {
      try {
        return (await posture.submitCisoIntake({ ...written, 'idempotency-key': attempt.key })).receipt.hash
      } catch (error) {
        const hash = refusalHash(error)
        if (hash === undefined) throw error
        return hash
      }
    },
    (hash, written) => {
      attempt.end()
      forget(written)
      void invalidate('trust')
      // Users who have left the page in the meantime are not redirected.
      if (isMounted.current) route(`/trust-pages/intakes/${hash}`)
    },
  )
}

const byField = (faults: readonly { readonly field: string; readonly message: string }[]) =>
  Object.fromEntries(faults.map(({ field, message }) => [field, ruleWords(message) ?? message]))

const controlIn = (element: Element): HTMLElement | null =>
  element instanceof HTMLFieldSetElement ? element.querySelector('input') : (element as HTMLElement)

/** Focuses the first of the named fields in form order. */
const focusFirst = (form: HTMLFormElement | null, names: readonly string[]): void => {
  const first = [...(form?.elements ?? [])].find((element) => names.includes(element.getAttribute('name') ?? ''))
  const control = first && controlIn(first)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}

const useDraftForm = () => {
  const { draft, change, forget } = useIntakeDraft()
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isTried, setTried] = useState(false)
  const verdict = useVerdict(draft)
  const submit = useSubmit(draft, forget)
  const refused = dottedFields(submit.fields)
  const goTo = (...names: readonly string[]) => focusFirst(form.current, names)
  useEffect(() => goTo(...Object.keys(refused)), [submit.error])
  // Empty fields are marked as errors only after the first attempt to submit.
  const ownFaults = isTried ? [...verdict.empty, ...verdict.wrong] : verdict.wrong
  const serverFaults = Object.entries(refused).map(([field, message]) => ({ field, message }))
  return {
    form,
    button,
    draft,
    verdict,
    submit,
    refused,
    goTo,
    fields: byField([...serverFaults, ...ownFaults]),
    change: (part: Partial<Intake>) => {
      submit.reset()
      change(part)
    },
    send: () => {
      const faults = [...verdict.empty, ...verdict.wrong].map(({ field }) => field)
      setTried(true)
      if (faults.length > 0) {
        goTo(...faults)
        return
      }
      // The fields are disabled during submission, and a disabled field loses the focus.
      button.current?.focus()
      submit.run(draft)
    },
  }
}

const whyNotCleared = (draft: Intake, isBusy: boolean): string | undefined => {
  if (isBusy) return 'The draft is being assessed'
  return isEmptyIntake(draft) ? 'The draft is empty' : undefined
}

export const DraftPage = () => {
  const { form, button, draft, change, fields, verdict, submit, refused, goTo, send } = useDraftForm()
  const paidFault = usePaidFault()
  const hasField = (name: string) => form.current?.elements.namedItem(name) != null
  const fault = faultOutsideFields({ fault: paidFault(submit.error), fields: refused }, hasField)
  return (
    <div class="stack">
      <PageHead
        title="New intake"
        about="An intake contains your answers about your security. Published rules assess it and the verdict is signed. Only the claims shown here become public."
        actions={
          <ClearDraft unavailable={whyNotCleared(draft, submit.isBusy)} onConfirm={() => change(EMPTY_INTAKE)} />
        }
      />
      <TrustTabs current="/trust-pages/intakes" />
      <form
        ref={form}
        class="trust-draft"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <fieldset class="stack" disabled={submit.isBusy}>
          <legend class="hidden-text">Intake</legend>
          <CompanyFields draft={draft} change={change} fields={fields} />
          <ControlFields draft={draft} change={change} fields={fields} />
          <ListFields draft={draft} change={change} fields={fields} />
        </fieldset>
        <div class="trust-findings">
          <DraftVerdict of={verdict} goTo={goTo} />
        </div>
        <div class="stack trust-submit">
          {fault && <Failure fault={fault} />}
          <div class="row">
            <Button type="submit" kind="primary" buttonRef={button} isBusy={submit.isBusy}>
              Assess and sign
            </Button>
            <CreditLine after={submit.error} />
          </div>
        </div>
      </form>
    </div>
  )
}
