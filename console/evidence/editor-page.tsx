import type { Gap } from '@signet/evidence'
import { Facts, Notice, PageHead, TextField } from '@signet/ui'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { evidence, type ValidateEvidenceOutput } from '../api/evidence.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { fieldsOf } from '../session/draft-form.ts'
import { invalidate } from '../session/queries.ts'
import { AboutFields } from './about-fields.tsx'
import { BodyField, selectSpan } from './body-field.tsx'
import type { PolicyChoice } from './check-messages.ts'
import { type ContentDraft, contentOf } from './content-draft.ts'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { Findings } from './findings.tsx'
import { hasPosition, movedSpan } from './gap-spans.ts'
import { PolicySelect } from './policy-select.tsx'
import { evidenceFault } from './refusals.tsx'
import { TextActions } from './text-actions.tsx'
import { useDraft } from './use-draft.ts'
import { useCustomPolicies, usePolicyFor } from './use-policies.ts'
import { type TextVerdict, useVerdict } from './use-verdict.ts'

const marksOf = (checked: TextVerdict | undefined, body: string) =>
  (checked?.verdict.gaps ?? []).flatMap((gap) => {
    const span = checked && hasPosition(gap, checked.body) ? movedSpan(gap.span, checked.body, body) : undefined
    return span ? [{ ...span, severity: gap.severity }] : []
  })

const SavedCheckNotice = ({ check: { validationId, cached, score } }: { readonly check: ValidateEvidenceOutput }) => (
  <Notice kind="ok" isAlert>
    <p>
      {cached
        ? 'This text was already checked within the last hour. The check is not counted again.'
        : 'The check was saved and counted.'}
    </p>
    <Facts
      facts={[
        ['Score', `${score} of 100`],
        ['Check ID', <code key="id">{validationId}</code>],
      ]}
    />
  </Notice>
)

const useSaveCheck = (onSaved: (check: ValidateEvidenceOutput, savedDraft: ContentDraft) => void) =>
  useAction(
    (draft: ContentDraft) => evidence.validateEvidence({ content: contentOf(draft), policyVersion: draft.policy }),
    (check, draft) => {
      void invalidate('evidence')
      void invalidate('usage')
      onSaved(check, draft)
    },
  )

interface FormProps {
  readonly draft: ContentDraft
  readonly change: (part: Partial<ContentDraft>) => void
  readonly policies: readonly PolicyChoice[]
  readonly checked: TextVerdict | undefined
  readonly areaRef: RefObject<HTMLTextAreaElement | null>
}

const TextForm = ({ draft, change, policies, checked, areaRef }: FormProps) => {
  const [savedCheck, setSavedCheck] = useState<{
    readonly checkedDraft: ContentDraft
    readonly result: ValidateEvidenceOutput
  }>()
  const { isBusy, error, fields, run } = useSaveCheck((check, savedDraft) =>
    setSavedCheck({ checkedDraft: savedDraft, result: check }),
  )
  return (
    <ActionForm
      action={{ isBusy, fault: evidenceFault(error) }}
      onSubmit={() => run(draft)}
      text="Save check"
      unavailable={draft.body.trim() === '' ? 'Write a text first' : undefined}
      secondary={<span class="second">Uses 1 check of your quota. Checks while you type are free.</span>}
    >
      <PolicySelect
        policies={policies}
        value={draft.policy}
        onValue={(policy) => change({ policy })}
        fault={fields.policyVersion}
      />
      <TextField
        label="Title (optional)"
        maxLength={300}
        {...fieldsOf({ draft, change, fields })('title', 'content.title')}
      />
      <BodyField
        value={draft.body}
        onValue={(body) => change({ body })}
        marks={marksOf(checked, draft.body)}
        fault={fields['content.body'] ?? fields.content}
        areaRef={areaRef}
      />
      <AboutFields draft={draft} change={change} fields={fields} />
      {savedCheck?.checkedDraft === draft && <SavedCheckNotice check={savedCheck.result} />}
    </ActionForm>
  )
}

export const EditorPage = () => {
  const [draft, change] = useDraft()
  const area = useRef<HTMLTextAreaElement>(null)
  const customPolicies = useCustomPolicies()
  const checking = useVerdict(contentOf(draft), usePolicyFor(draft.policy, customPolicies))
  const { checked } = checking
  const policies = [...checking.policies, ...customPolicies]
  const selectGap = ({ span }: Gap) => {
    const currentSpan = checked && movedSpan(span, checked.body, draft.body)
    if (area.current && currentSpan) selectSpan(area.current, currentSpan)
  }
  return (
    <div class="stack">
      <PageHead
        title="Evidence"
        about="Finds statements in a text that lack evidence, such as an author, a source or a date."
      />
      <EvidenceTabs current="/evidence" />
      <div class="playground">
        <TextForm draft={draft} change={change} policies={policies} checked={checked} areaRef={area} />
        <div class="stack">
          <TextActions draft={draft} onBody={(body) => change({ body })} areaRef={area} />
          <Findings checking={checking} isEmpty={draft.body === ''} onChoose={selectGap} />
        </div>
      </div>
    </div>
  )
}
