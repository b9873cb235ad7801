import { Code, CopyId, Failure, LinkButton, Notice, PageHead, Section, Table, Time, type Tone } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { type Advisory, type RuntimeVerification, runtime, type StructuredReading } from '../api/runtime.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { Report } from './report.tsx'

type Check = RuntimeVerification['checks']['replay']

const RESULTS: Readonly<Record<Check['status'], { readonly text: string; readonly tone: Tone }>> = {
  pass: { text: 'Passed', tone: 'ok' },
  fail: { text: 'Failed', tone: 'danger' },
  pending: { text: 'Pending', tone: 'neutral' },
  skipped: { text: 'Not checked', tone: 'neutral' },
}

const CHECK_NAMES: Readonly<Record<string, string>> = {
  payload: 'Receipt format',
  signature: 'Signature',
  key: 'Key',
  chain: 'Receipt chain',
  log: 'Public log',
  claims: 'Claims',
  replay: 'Replay',
}

const Checks = ({ verification: { checks, valid } }: { readonly verification: RuntimeVerification }) => (
  <>
    <Notice kind={valid ? 'ok' : 'danger'} isAlert>
      <p>
        {valid && checks.replay.status === 'pass'
          ? 'The receipt is valid, and a replay of the reading gave the same bytes.'
          : valid
            ? 'The receipt is valid.'
            : 'Verification failed. See the failed checks below.'}
      </p>
    </Notice>
    <Table
      label="Checks"
      rows={Object.entries(checks as Readonly<Record<string, Check>>)}
      keyOf={([name]) => name}
      columns={[
        { title: 'Check', cell: ([name]) => CHECK_NAMES[name] ?? name },
        { title: 'Result', cell: ([, { status }]) => <StateBadge of={RESULTS[status]} /> },
        { title: 'Details', cell: ([, { detail }]) => detail },
      ]}
    />
  </>
)

const Replay = ({ hash }: { readonly hash: string }) => {
  const [verification, setVerification] = useState<RuntimeVerification | undefined>()
  const again = useAction(() => runtime.verifyRuntimeReceipt({ hash }), setVerification)
  return (
    <Section title="Replay" isCard actions={<ActionButton of={again}>Replay and verify</ActionButton>}>
      {again.fault && <Failure fault={again.fault} />}
      {verification && <Checks verification={verification} />}
      <p class="second">
        To replay the reading without Signet, download the ZIP from the receipt's page with “Include the opening”
        selected, then run:
      </p>
      <Code text="npx @signet/replay receipt.zip" label="Replay command" />
    </Section>
  )
}

const isReading = (advisory: unknown): advisory is StructuredReading =>
  typeof advisory === 'object' && advisory !== null && 'coverage' in advisory && 'positions' in advisory

const SavedReadingView = ({
  saved: { hash, at, advisory, superseded_by: newerHash },
}: {
  readonly saved: Advisory
}) => (
  <div class="stack">
    <PageHead
      title={isReading(advisory) ? advisory.spread.title : 'Saved reading'}
      about={
        <>
          Saved <Time at={at} now={serviceNow()} /> <CopyId id={hash} what="hash" />
        </>
      }
      actions={<LinkButton href={`/receipts/${hash}`}>View receipt</LinkButton>}
    />
    {newerHash && (
      <Notice>
        <p>
          A <a href={`/readings/saved/${newerHash}`}>newer reading</a> of this question set exists for the same project.
        </p>
      </Notice>
    )}
    <Replay hash={hash} />
    {isReading(advisory) ? (
      <Report reading={advisory} />
    ) : (
      <Code text={JSON.stringify(advisory, undefined, 2)} label="Saved content" language="json" />
    )}
  </div>
)

export const SavedReadingPage = () => {
  const { params } = useRoute()
  const hash = params.hash ?? ''
  const isHash = /^[0-9a-f]{64}$/.test(hash)
  const reading = useOrganizationQuery((organization) => ({
    queryKey: ['readings', organization, 'saved', hash],
    queryFn: ({ signal }) => runtime.getAdvisory({ hash }, { signal }),
    enabled: isHash,
  }))
  const absent = <NotFound what="reading" back={{ href: '/readings/saved', text: 'Back to saved readings' }} />
  if (!isHash) return absent
  return (
    <Loaded of={reading} absent={absent}>
      {(data) => <SavedReadingView saved={data} />}
    </Loaded>
  )
}
