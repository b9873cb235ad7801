import { PageHead } from '@signet/ui'
import { useLocation } from 'preact-iso'
import { evidence } from '../api/evidence.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { useAction } from '../session/action.ts'
import { useParameter } from '../session/address.ts'
import { invalidate, queries } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { attestRequest } from './attest-draft.ts'
import { ConfirmStep, PublicDataStep, TextStep } from './attest-steps.tsx'
import { attestationKey } from './attestation-query.ts'
import { contentOf } from './content-draft.ts'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { useAttestDraft, useDraft } from './use-draft.ts'
import { useCustomPolicies, usePolicyFor } from './use-policies.ts'
import { useVerdict } from './use-verdict.ts'

const STEPS = [
  ['1', 'Text'],
  ['2', 'Public data'],
  ['3', 'Confirmation'],
] as const

const Steps = ({ step }: { readonly step: string }) => (
  <ol class="row" aria-label="Steps">
    {STEPS.map(([number, title]) => (
      <li key={number} aria-current={number === step ? 'step' : undefined}>
        {number === step ? (
          <strong>{`${number}. ${title}`}</strong>
        ) : (
          <span class="second">{`${number}. ${title}`}</span>
        )}
      </li>
    ))}
  </ol>
)

export const AttestPage = () => {
  const { organization } = useSession()
  const { route } = useLocation()
  const [step, setStep] = useParameter('step', '1')
  const [text, changeText] = useDraft()
  const [draft, change] = useAttestDraft()
  const customPolicies = useCustomPolicies()
  const builtInChecking = useVerdict(contentOf(text), usePolicyFor(text.policy, customPolicies))
  const checking = { ...builtInChecking, policies: [...builtInChecking.policies, ...customPolicies] }
  const request = attestRequest(text, draft)
  const attempt = useAttempt(request)
  const attest = useAction(
    () => evidence.attestEvidence({ ...request, 'idempotency-key': attempt.key }),
    (attestation) => {
      attempt.end()
      for (const queryKey of ['evidence', 'usage', 'receipts']) void invalidate(queryKey)
      queries.setQueryData(attestationKey(organization.id, attestation.receiptHash), attestation)
      route(`/evidence/attestations/${attestation.receiptHash}`)
    },
  )
  const { error } = attest
  return (
    <div class="stack">
      <PageHead
        title="New attestation"
        about="An attestation is a signed receipt that proves which policy a text was checked against, and the score."
      />
      <EvidenceTabs current="/evidence" />
      <Steps step={step} />
      {step === '2' ? (
        <PublicDataStep draft={draft} change={change} error={error} onNext={() => setStep('3')} />
      ) : step === '3' ? (
        <ConfirmStep text={text} draft={draft} checking={checking} attest={attest} />
      ) : (
        <TextStep text={text} change={changeText} checking={checking} error={error} onNext={() => setStep('2')} />
      )}
    </div>
  )
}
