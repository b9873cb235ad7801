import { Button, Checkbox, Facts, LinkButton, Notice, Section, Select, TextArea } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import type { Action } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { addressWith } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { FaultText } from '../session/fault-text.tsx'
import { type AttestDraft, faultAt, inputOfError, payloadOf, rowFault, stepNumberOf } from './attest-draft.ts'
import type { ContentDraft } from './content-draft.ts'
import { PayloadFields } from './payload-fields.tsx'
import { evidenceFault } from './refusals.tsx'
import { Score } from './score.tsx'
import type { Checking } from './use-verdict.ts'

const PATH = '/evidence/attest'

const StepForm = ({
  title,
  onNext,
  backHref,
  unavailable,
  children,
}: {
  readonly title: string
  readonly onNext: () => void
  readonly backHref?: string
  readonly unavailable: string | undefined
  readonly children: ComponentChildren
}) => (
  <Section title={title}>
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (unavailable === undefined) onNext()
      }}
    >
      {children}
      <div class="actions">
        <Button type="submit" kind="primary" unavailable={unavailable}>
          Next
        </Button>
        {backHref && <LinkButton href={backHref}>Back</LinkButton>}
      </div>
    </form>
  </Section>
)

export const TextStep = ({
  text,
  change,
  checking: { checked, policies },
  error,
  onNext,
}: {
  readonly text: ContentDraft
  readonly change: (part: Partial<ContentDraft>) => void
  readonly checking: Checking
  readonly error: unknown
  readonly onNext: () => void
}) => {
  const isKnown = policies.some(({ id }) => id === text.policy)
  const options = isKnown
    ? policies.map(({ id, name }) => ({ value: id, text: name }))
    : [{ value: text.policy, text: text.policy }]
  const isEmpty = text.body.trim() === ''
  return (
    <StepForm
      title="1. Text and policy"
      onNext={onNext}
      unavailable={isEmpty ? 'Write a text in the editor first' : undefined}
    >
      {isEmpty ? (
        <Notice kind="warn" action={<LinkButton href="/evidence">Open editor</LinkButton>}>
          <p>The editor has no text yet.</p>
        </Notice>
      ) : (
        <Facts
          facts={[
            ['Title', text.title || 'None'],
            ['Text', `${formatCount(text.body.split(/\s+/).filter(Boolean).length, 'word')}`],
            [
              'Edit text',
              <a key="edit" href="/evidence">
                Open editor
              </a>,
            ],
          ]}
        />
      )}
      <Select
        label="Policy"
        value={text.policy}
        options={options}
        onValue={(policy) => change({ policy })}
        fault={faultAt(error, 'policy')}
      />
      {faultAt(error, 'text') && <p class="fault">{faultAt(error, 'text')}</p>}
      {checked && <Score score={checked.verdict.score} gapCount={checked.verdict.gapCount} />}
    </StepForm>
  )
}

interface AttestFormProps {
  readonly draft: AttestDraft
  readonly change: (part: Partial<AttestDraft>) => void
  readonly error: unknown
}

export const PublicDataStep = ({ draft, change, error, onNext }: AttestFormProps & { readonly onNext: () => void }) => {
  const hasRowFault = draft.rows.some((_, index) => rowFault(draft.rows, index) !== undefined)
  return (
    <StepForm
      title="2. Public data"
      onNext={onNext}
      backHref={PATH}
      unavailable={hasRowFault ? 'Fix the rows first' : undefined}
    >
      <PayloadFields rows={draft.rows} onRows={(rows) => change({ rows })} fault={faultAt(error, 'payload')} />
      <TextArea
        label="Approved plan (optional)"
        rows={3}
        hint="One step per line. The receipt contains its hash; the plan stays private."
        value={draft.plan}
        onValue={(plan) => change({ plan })}
        fault={faultAt(error, 'plan')}
      />
      <Checkbox
        label="Fill gaps from the library first"
        hint="Also uses 1 gap fill of your quota"
        isChecked={draft.fillsGaps}
        onChecked={(fillsGaps) => change({ fillsGaps })}
      />
      <FaultText>{faultAt(error, 'fill')}</FaultText>
    </StepForm>
  )
}

export const ConfirmStep = ({
  text,
  draft,
  checking: { checked },
  attest,
}: {
  readonly text: ContentDraft
  readonly draft: AttestDraft
  readonly checking: Checking
  readonly attest: Action<void>
}) => {
  const faultyInput = inputOfError(attest.error)
  const fault = evidenceFault(attest.error)
  const fixLink = faultyInput && (
    <LinkButton
      href={addressWith(PATH, { step: stepNumberOf(faultyInput) === '1' ? undefined : stepNumberOf(faultyInput) })}
    >
      Go to the field
    </LinkButton>
  )
  return (
    <Section title="3. Confirmation">
      <ActionForm
        action={{ isBusy: attest.isBusy, fault: fault && { ...fault, next: fixLink ?? fault.next } }}
        onSubmit={() => attest.run()}
        text="Attest text"
        unavailable={text.body.trim() === '' ? 'Write a text in the editor first' : undefined}
        secondary={<LinkButton href={addressWith(PATH, { step: '2' })}>Back</LinkButton>}
      >
        <Facts
          facts={[
            ['Policy', text.policy],
            ['Current score', checked ? `${checked.verdict.score} of 100` : undefined],
            ['Public data', Object.keys(payloadOf(draft.rows)).join(', ') || 'None'],
            [
              'Usage',
              draft.fillsGaps
                ? '1 check and 1 gap fill of your quota'
                : '1 check of your quota; failures are not counted',
            ],
          ]}
        />
        <p>
          The text is reviewed for weaknesses, revised and checked again, by a language model if one is configured,
          otherwise by rules. A receipt is then signed with the policy, score and hashes. Receipts are permanent: a
          withdrawn receipt stays in the log.
        </p>
        {attest.isBusy && <p role="status">Reviewing, revising and signing…</p>}
      </ActionForm>
    </Section>
  )
}
