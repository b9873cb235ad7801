import { Facts, LinkButton, PageHead, Section, Select, Table, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { consultations, type RoleBootstrap } from '../api/consultations.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { addressWith, useParameter } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { invalidate } from '../session/queries.ts'
import { splitList } from '../session/split-list.ts'
import { ConsultationTabs } from './consultation-tabs.tsx'
import { faultsIn } from './draft.ts'
import { ROLE_OPTIONS, type Role, roleFocus, roleOf, roleTitle } from './role-words.ts'
import { signalFacts } from './signal-words.ts'

interface BootstrapResult {
  readonly result: RoleBootstrap
  readonly signals: readonly string[]
}

const Vocabulary = ({ bootstrap: { result, signals } }: { readonly bootstrap: BootstrapResult }) =>
  result.candidate_vocabulary.length === 0 ? (
    <p class="second">No term appears in more than one signal.</p>
  ) : (
    <Table
      label="Terms in the signals"
      rows={result.candidate_vocabulary}
      keyOf={({ term }) => term}
      columns={[
        { title: 'Term', cell: ({ term }) => term },
        { title: 'Count', cell: ({ count }) => count, isNumber: true },
        { title: 'Signals', cell: ({ from }) => from.map((index) => signals[index]).join(' · ') },
      ]}
    />
  )

const Cards = ({ bootstrap: { candidate_cards: cards } }: { readonly bootstrap: RoleBootstrap }) =>
  cards.length === 0 ? null : (
    <Section title="Suggested cards">
      <p class="second">
        Drafts of cards for a <a href="/readings/decks/new">custom deck</a>. A card is one expert check. You add its
        reason, advice and test.
      </p>
      <ul class="bullets">
        {cards.map(({ id, title, question }) => (
          <li key={id}>
            <strong>{title}</strong>
            {typeof question === 'string' && `: ${question}`}
          </li>
        ))}
      </ul>
    </Section>
  )

const Result = ({ bootstrap }: { readonly bootstrap: BootstrapResult }) => (
  <section class="stack" aria-label="Research plan">
    <Section title={`Research plan: ${roleTitle(bootstrap.result.role).toLowerCase()}`} isCard>
      <Facts facts={signalFacts(bootstrap.result)} />
      <div class="row">
        <LinkButton
          href={addressWith('/consultations', {
            role: bootstrap.result.role,
            pains: bootstrap.signals.join('\n').slice(0, 2_000),
          })}
        >
          Ask the role about these signals
        </LinkButton>
      </div>
    </Section>
    <Section title="Recurring terms">
      <Vocabulary bootstrap={bootstrap} />
    </Section>
    <Cards bootstrap={bootstrap.result} />
    <p class="second small">Generated from word lists and rules. This result has no receipt and is not stored.</p>
  </section>
)

const useSignalAnalysis = (
  role: Role,
  domain: string,
  signals: readonly string[],
  onAnalyzed: (analyzed: BootstrapResult) => void,
) => {
  const request = {
    role,
    ...(domain.trim() === '' ? {} : { domain: domain.trim() }),
    ...(signals.length === 0 ? {} : { internalSignals: signals }),
  }
  const attempt = useAttempt(request)
  return useAction(
    () => consultations.bootstrapRole({ ...request, 'idempotency-key': attempt.key }),
    (result) => {
      attempt.end()
      void invalidate('usage')
      onAnalyzed({ result, signals })
    },
  )
}

const Form = ({ onAnalyzed }: { readonly onAnalyzed: (analyzed: BootstrapResult) => void }) => {
  const [roleParameter, setRole] = useParameter('role')
  const role = roleOf(roleParameter)
  const [domain, setDomain] = useState('')
  const [text, setText] = useState('')
  const signals = splitList(text, '\n')
  const analyze = useSignalAnalysis(role, domain, signals, onAnalyzed)
  const paidFault = usePaidFault()
  return (
    <ActionForm
      action={{ isBusy: analyze.isBusy, fault: paidFault(analyze.error) }}
      onSubmit={() => analyze.run()}
      text="Analyze signals"
      secondary={<CreditLine error={analyze.error} />}
    >
      <Select
        label="Role"
        value={role}
        options={ROLE_OPTIONS}
        onValue={setRole}
        hint={roleFocus(role)}
        fault={analyze.fields.role}
      />
      <TextField
        label="Organization's business (optional)"
        maxLength={300}
        placeholder="A club that lends boats to its members"
        value={domain}
        onValue={setDomain}
        fault={analyze.fields.domain}
      />
      <TextArea
        label="Signals"
        hint="One observation per line, up to 20."
        rows={6}
        placeholder={'the hosting bill grew by 40% last month\nno one can explain the bill'}
        value={text}
        onValue={setText}
        fault={faultsIn(analyze.fields, 'internalSignals')}
        onSubmit={() => analyze.run()}
      />
      <p class="second small">{formatCount(signals.length, 'signal')}</p>
    </ActionForm>
  )
}

export const SignalsPage = () => {
  const [bootstrap, setBootstrap] = useState<BootstrapResult>()
  return (
    <div class="stack">
      <PageHead
        title="Signals"
        about="Start here if you have observations but no facts yet. The result classifies the signals, names the gap and suggests a research method."
      />
      <ConsultationTabs current="/consultations/begin" />
      <div class="playground">
        <Form onAnalyzed={setBootstrap} />
        {bootstrap ? <Result bootstrap={bootstrap} /> : <p class="second">The research plan appears here.</p>}
      </div>
    </div>
  )
}
