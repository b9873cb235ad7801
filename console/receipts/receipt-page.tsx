import { kindLabel } from '@signet/receipts/kind-labels'
import { Button, Code, CopyId, Facts, LinkButton, Notice, PageHead, Section, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { type Receipt, receipts } from '../api/receipts.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { Claims } from './claims.tsx'
import { Downloads } from './downloads.tsx'
import { shortHash, stateWords, whyNotWithdrawn } from './receipt-words.ts'
import { subjectLink } from './subject-link.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const StatusNotice = ({ receipt: { status } }: { readonly receipt: Receipt }) => {
  if (status.state === 'active') return null
  return (
    <Notice kind="warn">
      <p>
        {status.state === 'withdrawn' ? 'This receipt was withdrawn' : 'This receipt was superseded'}
        {status.at && (
          <>
            {' '}
            <Time at={status.at} now={serviceNow()} />
          </>
        )}
        {status.reason && `: ${status.reason}`}
      </p>
      {status.by && (
        <p>
          {status.state === 'withdrawn' ? 'Withdrawn by ' : 'Superseded by '}
          <a href={`/receipts/${status.by}`}>receipt {shortHash(status.by)}</a>. The signature remains valid.
        </p>
      )}
    </Notice>
  )
}

const subjectValue = (receipt: Receipt, organization: string) => {
  const link = subjectLink(receipt, organization)
  return link?.href ? <a href={link.href}>{link.text}</a> : link?.text
}

const ReceiptFacts = ({ receipt }: { readonly receipt: Receipt }) => {
  const { organization } = useSession()
  const { hash, subject, seq, issuedAt, log, envelope, state } = receipt
  return (
    <Section title="Details" isCard>
      <Facts
        facts={[
          ['Status', <StateBadge key="state" of={stateWords(state)} />],
          ['Subject', subjectValue(receipt, organization.id)],
          ['Subject SHA-256', <code key="subject">{subject}</code>],
          ['Issued', <Time key="issued" at={issuedAt} now={serviceNow()} />],
          ['Hash', <code key="hash">{hash}</code>],
          ['Receipt number', `Receipt ${seq.toLocaleString('en')} of this organization`],
          [
            'Log entry',
            log
              ? `Index ${log.index.toLocaleString('en')} (from 0) in the log of ${log.year}`
              : 'Pending: will be logged within minutes',
          ],
          ['Key', <code key="key">{envelope.signatures[0]?.keyid}</code>],
        ]}
      />
    </Section>
  )
}

/** Link to the public page. It is available at this origin, whatever URL the receipt names. */
const VerifyLink = ({ receipt: { hash, verifyUrl, claimsVisibility } }: { readonly receipt: Receipt }) => (
  <Section title="Public page" isCard>
    <p>
      <a href={`/verify/${hash}`} target="_blank" rel="noopener">
        The public page
      </a>{' '}
      {claimsVisibility === 'public'
        ? 'shows the receipt and verifies it in the browser.'
        : 'shows only the kind, time and validity of the receipt.'}
    </p>
    <Code text={verifyUrl} label="Public link" />
  </Section>
)

const ReceiptView = ({ receipt }: { readonly receipt: Receipt }) => {
  const [isWithdrawing, setWithdrawing] = useState(false)
  return (
    <div class="stack">
      <PageHead
        title={kindLabel(receipt.kind)}
        about={
          <>
            Receipt {shortHash(receipt.hash)} <CopyId id={receipt.hash} what="hash" />
          </>
        }
        actions={
          <>
            <LinkButton href={`/receipts/check?hash=${receipt.hash}`}>Verify receipt</LinkButton>
            <Button kind="quiet" unavailable={whyNotWithdrawn(receipt)} onClick={() => setWithdrawing(true)}>
              Withdraw…
            </Button>
          </>
        }
      />
      <StatusNotice receipt={receipt} />
      <div class="columns">
        <div>
          <div class="stack">
            <ReceiptFacts receipt={receipt} />
            <VerifyLink receipt={receipt} />
          </div>
        </div>
        <div>
          <div class="stack">
            <Claims receipt={receipt} />
            <Downloads receipt={receipt} />
          </div>
        </div>
      </div>
      {isWithdrawing && <WithdrawDialog receipt={receipt} onClose={() => setWithdrawing(false)} />}
    </div>
  )
}

export const ReceiptPage = () => {
  const { params } = useRoute()
  const hash = params.hash ?? ''
  const isHash = /^[0-9a-f]{64}$/.test(hash)
  const receipt = useOrganizationQuery((organization) => ({
    queryKey: ['receipts', organization, hash],
    queryFn: ({ signal }) => receipts.getReceipt({ hash }, { signal }),
    enabled: isHash,
    refetchInterval: ({ state: { data } }) => (data?.log === null ? LOG_POLL_MS : false),
  }))
  const absent = <NotFound what="receipt" back={{ href: '/receipts', text: 'Back to receipts' }} />
  if (!isHash) return absent
  return (
    <Loaded of={receipt} absent={absent}>
      {(data) => <ReceiptView receipt={data} />}
    </Loaded>
  )
}

const LOG_POLL_MS = 5_000
