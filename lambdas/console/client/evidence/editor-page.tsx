import type { Gap } from '@signet/evidence'
import { Facts, Notice, PageHead, TextField } from '@signet/ui'
import { useRef, useState } from 'preact/hooks'
import { evidence } from '../api/evidence.ts'
import type { ValidateEvidenceOutput } from '../clients/evidence.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { readAgain } from '../session/queries.ts'
import { AboutFields } from './about-fields.tsx'
import { BodyField, selectSpan } from './body-field.tsx'
import { type ContentDraft, contentOf } from './content-draft.ts'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { Findings } from './findings.tsx'
import { hasPlace, movedSpan } from './gap-spans.ts'
import { PolicySelect } from './policy-select.tsx'
import { evidenceFault } from './refusals.tsx'
import { TextActions } from './text-actions.tsx'
import { useDraft } from './use-draft.ts'
import { useOwnPolicies, usePolicyFor } from './use-policies.ts'
import { type Checked, useVerdict } from './use-verdict.ts'

/** Marks of the gaps that show at one place, where those places are by now. */
const marksOf = (checked: Checked | undefined, body: string) =>
  (checked?.verdict.gaps ?? []).flatMap((gap) => {
    const span = checked && hasPlace(gap, checked.body) ? movedSpan(gap.span, checked.body, body) : undefined
    return span ? [{ ...span, severity: gap.severity }] : []
  })

/** What was counted. */
const Counted = ({ of: { validationId, cached, score } }: { readonly of: ValidateEvidenceOutput }) => (
  <Notice kind="ok" isAlert>
    <p>
      {cached
        ? 'The same was checked within the hour: it is the same check, and takes nothing.'
        : 'It was checked and counted.'}
    </p>
    <Facts
      facts={[
        ['Score', `${score} of 100`],
        ['Check', <code key="id">{validationId}</code>],
      ]}
    />
  </Notice>
)

const useCount = (draft: ContentDraft, onCounted: (counted: ValidateEvidenceOutput) => void) =>
  useAction(
    () => evidence.validateEvidence({ content: contentOf(draft), policyVersion: draft.policy }),
    (counted) => {
      void readAgain('evidence')
      void readAgain('usage')
      onCounted(counted)
    },
  )

/** The editor: score and gaps beside the text while it is typed. */
export const EditorPage = () => {
  const [draft, change] = useDraft()
  const area = useRef<HTMLTextAreaElement>(null)
  const own = useOwnPolicies()
  const checking = useVerdict(contentOf(draft), usePolicyFor(draft.policy, own))
  const [counted, setCounted] = useState<ValidateEvidenceOutput>()
  const count = useCount(draft, setCounted)
  const { checked } = checking
  const choose = ({ span }: Gap) => {
    const moved = checked && movedSpan(span, checked.body, draft.body)
    if (area.current && moved) selectSpan(area.current, moved)
  }
  const { isBusy, error, fields } = count
  return (
    <div class="stack">
      <PageHead title="Evidence" about="Shows where a text says who knows what from where, and where it does not." />
      <EvidenceTabs current="/evidence" />
      <div class="playground">
        <ActionForm
          action={{ isBusy, fault: evidenceFault(error) }}
          onSubmit={() => count.run()}
          text="Check and count"
          unavailable={draft.body.trim() === '' ? 'Write something first' : undefined}
          beside={<span class="second">Takes one check of the cycle; typing takes none</span>}
        >
          <PolicySelect
            policies={[...checking.policies, ...own]}
            value={draft.policy}
            onValue={(policy) => change({ policy })}
            fault={fields.policyVersion}
          />
          <TextField
            label="Title (optional)"
            maxLength={300}
            value={draft.title}
            onValue={(title) => change({ title })}
            fault={fields['content.title']}
          />
          <BodyField
            value={draft.body}
            onValue={(body) => change({ body })}
            marks={marksOf(checked, draft.body)}
            fault={fields['content.body'] ?? fields.content}
            areaRef={area}
          />
          <AboutFields draft={draft} change={change} fields={fields} />
          {counted && <Counted of={counted} />}
        </ActionForm>
        <div class="stack">
          <TextActions draft={draft} onBody={(body) => change({ body })} areaRef={area} />
          <Findings of={checking} isEmpty={draft.body === ''} onChoose={choose} />
        </div>
      </div>
    </div>
  )
}
