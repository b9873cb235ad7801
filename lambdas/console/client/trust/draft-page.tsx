import { type Intake, intakeFaults, judgeIntake } from '@signet/posture'
import { Badge, Button, PageHead, Section } from '@signet/ui'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { posture } from '../api/posture.ts'
import type { SubmitCisoIntakeInput } from '../clients/posture.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { counted } from '../session/amounts.ts'
import { isRefused } from '../session/faults.ts'
import { useKept } from '../session/kept.ts'
import { readAgain } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { CompanyFields } from './company-fields.tsx'
import { ControlFields } from './control-fields.tsx'
import { Findings } from './findings.tsx'
import { EMPTY_INTAKE, keptIntake, whyNotJudged } from './intake-draft.ts'
import { ListFields } from './list-fields.tsx'
import { TrustTabs } from './trust-tabs.tsx'
import { verdictWords } from './trust-words.ts'

const todayOf = (): string => new Date(serviceNow()).toISOString().slice(0, 10)

/** Faults of the draft by the paths of their fields, and what the rules find where there are none. */
const useVerdict = (draft: Intake) =>
  useMemo(() => {
    const faults = intakeFaults(draft, todayOf())
    const fields = Object.fromEntries(faults.map(({ field, message }) => [field, message]))
    return { fields, verdict: faults.length === 0 ? judgeIntake(draft, todayOf()) : undefined }
  }, [draft])

/** The receipt of a refusal is a result, too. */
const refusalHash = (error: unknown): string | undefined => {
  if (!isRefused(error) || error.code !== 'intake_refused') return undefined
  return (error.body as { readonly receipt?: { readonly hash: string } }).receipt?.hash
}

const Live = ({ of: { verdict } }: { readonly of: ReturnType<typeof useVerdict> }) => (
  <Section title="Findings so far">
    {verdict === undefined ? (
      <p class="second">Mend what is marked first.</p>
    ) : (
      <>
        <p role="status">
          <Badge tone={verdictWords(verdict.isRefused).tone}>
            Would be {verdictWords(verdict.isRefused).text.toLowerCase()}
          </Badge>{' '}
          {counted(verdict.findings.length, 'finding')}
        </p>
        <Findings of={verdict.findings} />
      </>
    )}
  </Section>
)

const useSubmit = (draft: Intake) => {
  const { route } = useLocation()
  const attempt = useAttempt(draft)
  return useAction(
    async () => {
      try {
        const said = draft as unknown as SubmitCisoIntakeInput
        return (await posture.submitCisoIntake({ ...said, 'idempotency-key': attempt.key })).receipt.hash
      } catch (error) {
        const hash = refusalHash(error)
        if (hash === undefined) throw error
        return hash
      }
    },
    (hash) => {
      attempt.end()
      void readAgain('trust')
      route(`/trust-pages/intakes/${hash}`)
    },
  )
}

/** An intake that is written: the rules say at each change what they find. Nothing is sent before the button. */
export const DraftPage = () => {
  const [draft, change] = useKept<Intake>('trust-intake', keptIntake)
  const verdict = useVerdict(draft)
  const submit = useSubmit(draft)
  const paidFault = usePaidFault()
  const fields = { ...verdict.fields, ...submit.fields }
  const missing = whyNotJudged(draft) ?? (verdict.verdict ? undefined : 'Mend what is marked first')
  return (
    <div class="stack">
      <PageHead
        title="New intake"
        about="What buyers ask of your security. Published rules judge it, and the verdict is signed; only claims that you see here become public."
        actions={
          <Button kind="quiet" onClick={() => change(EMPTY_INTAKE)}>
            Begin anew
          </Button>
        }
      />
      <TrustTabs current="/trust-pages/intakes" />
      <div class="playground">
        <ActionForm
          action={{ isBusy: submit.isBusy, fault: paidFault(submit.error) }}
          onSubmit={() => submit.run()}
          text="Have it judged and signed"
          unavailable={missing}
          beside={<CreditLine after={submit.error} />}
        >
          <CompanyFields draft={draft} change={change} fields={fields} />
          <ControlFields draft={draft} change={change} fields={fields} />
          <ListFields draft={draft} change={change} fields={fields} />
        </ActionForm>
        <div class="trust-findings">
          <Live of={verdict} />
        </div>
      </div>
    </div>
  )
}
