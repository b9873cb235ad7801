import { Facts, LinkButton, PageHead, Section, Select, Table, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { consultations, type RoleBootstrap } from '../api/consultations.ts'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { addressWith, useParameter } from '../session/address.ts'
import { counted } from '../session/amounts.ts'
import { partsOf } from '../session/parts.ts'
import { readAgain } from '../session/queries.ts'
import { beginFacts } from './begin-words.ts'
import { ConsultationTabs } from './consultation-tabs.tsx'
import { faultsWithin } from './draft.ts'
import { ROLE_OPTIONS, type Role, roleAsks, roleOf, roleTitle } from './role-words.ts'

interface BootstrapResult {
  readonly said: RoleBootstrap
  readonly signals: readonly string[]
}

const Vocabulary = ({ of: { said, signals } }: { readonly of: BootstrapResult }) =>
  said.candidate_vocabulary.length === 0 ? (
    <p class="second">No word stands in two signals or more.</p>
  ) : (
    <Table
      label="Words of the signals"
      rows={said.candidate_vocabulary}
      keyOf={({ term }) => term}
      columns={[
        { title: 'Word', cell: ({ term }) => term },
        { title: 'Times', cell: ({ count }) => count, isNumber: true },
        { title: 'In', cell: ({ from }) => from.map((at) => signals[at]).join(' · ') },
      ]}
    />
  )

const Cards = ({ of: { candidate_cards: cards } }: { readonly of: RoleBootstrap }) =>
  cards.length === 0 ? null : (
    <Section title="Cards to write">
      <p class="second">
        Beginnings of cards for a <a href="/readings/decks/new">deck of your own</a>: why, advice and check are yours to
        write.
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

const Result = ({ of: begun }: { readonly of: BootstrapResult }) => (
  <section class="stack" aria-label="How to begin">
    <Section title={`How the ${roleTitle(begun.said.role).toLowerCase()} begins`} isCard>
      <Facts facts={beginFacts(begun.said)} />
      <div class="row">
        <LinkButton
          href={addressWith('/consultations', {
            role: begun.said.role,
            pains: begun.signals.join('\n').slice(0, 2_000),
          })}
        >
          Ask the role with these signals
        </LinkButton>
      </div>
    </Section>
    <Section title="Words that come again">
      <Vocabulary of={begun} />
    </Section>
    <Cards of={begun.said} />
    <p class="second small">It is by word lists and tables alone, has no receipt, and is not kept.</p>
  </section>
)

const useBegin = (
  role: Role,
  domain: string,
  signals: readonly string[],
  onBegun: (begun: BootstrapResult) => void,
) => {
  const request = {
    role,
    ...(domain.trim() === '' ? {} : { domain: domain.trim() }),
    ...(signals.length === 0 ? {} : { internalSignals: signals }),
  }
  const attempt = useAttempt(request)
  return useAction(
    () => consultations.bootstrapRole({ ...request, 'idempotency-key': attempt.key }),
    (said) => {
      attempt.end()
      void readAgain('usage')
      onBegun({ said, signals })
    },
  )
}

const Form = ({ onBegun }: { readonly onBegun: (begun: BootstrapResult) => void }) => {
  const [given, setRole] = useParameter('role')
  const role = roleOf(given)
  const [domain, setDomain] = useState('')
  const [text, setText] = useState('')
  const signals = partsOf(text, '\n')
  const begin = useBegin(role, domain, signals, onBegun)
  const paidFault = usePaidFault()
  return (
    <ActionForm
      action={{ isBusy: begin.isBusy, fault: paidFault(begin.error) }}
      onSubmit={() => begin.run()}
      text="Begin"
      beside={<CreditLine after={begin.error} />}
    >
      <Select
        label="For which role"
        value={role}
        options={ROLE_OPTIONS}
        onValue={setRole}
        hint={roleAsks(role)}
        fault={begin.fields.role}
      />
      <TextField
        label="What the organization does"
        maxLength={300}
        placeholder="A club that lends boats to its members"
        value={domain}
        onValue={setDomain}
        fault={begin.fields.domain}
      />
      <TextArea
        label="What was noticed"
        hint="One a line, at most twenty, in the words of those who noticed it."
        rows={6}
        placeholder={'the bill for hosting grew by 40 % last month\nnobody can say what the bill is made of'}
        value={text}
        onValue={setText}
        fault={faultsWithin(begin.fields, 'internalSignals')}
        onSubmit={() => begin.run()}
      />
      <p class="second small">{counted(signals.length, 'signal')}</p>
    </ActionForm>
  )
}

export const BeginPage = () => {
  const [begun, setBegun] = useState<BootstrapResult>()
  return (
    <div class="stack">
      <PageHead
        title="Nothing known yet"
        about="What was noticed, in whatever words: which kind of signal it is, which gap it shows, and how to find out more before anybody decides."
      />
      <ConsultationTabs current="/consultations/begin" />
      <div class="playground">
        <Form onBegun={setBegun} />
        {begun ? <Result of={begun} /> : <p class="second">How to begin shows here.</p>}
      </div>
    </div>
  )
}
