import { Badge, Notice, Section, Table } from '@signet/ui'
import type { ReadCard, ReadPosition, StructuredReading } from '../api/runtime.ts'
import { SEVERITY_TONES } from './severity-tones.ts'

const Advice = ({ of: { advice, title } }: { readonly of: ReadCard }) => (
  <Table
    label={`Advice for ${title}`}
    rows={advice}
    keyOf={(each) => each.do}
    columns={[
      { title: 'Action', cell: (each) => each.do },
      { title: 'Owner', cell: ({ owner }) => owner },
      { title: 'Done when', cell: ({ done_when }) => done_when },
    ]}
  />
)

export const References = ({ refs }: Pick<ReadCard, 'refs'>) =>
  refs.length === 0 ? null : (
    <p class="second small">
      See{' '}
      {refs.map(({ id, url }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          {url?.startsWith('https://') ? (
            <a href={url} rel="noreferrer">
              {id}
            </a>
          ) : (
            id
          )}
        </span>
      ))}
    </p>
  )

const DrawnCard = ({ of: card }: { readonly of: ReadCard }) => (
  <article class="card stack tight" aria-label={card.title}>
    <div class="row apart">
      <h3>{card.title}</h3>
      <span class="row">
        {card.applies !== true && <Badge tone="neutral">Uncertain</Badge>}
        <Badge tone={SEVERITY_TONES[card.severity]}>{card.severity}</Badge>
      </span>
    </div>
    <p>
      <strong>{card.question}</strong>
    </p>
    <p>{card.why}</p>
    <Advice of={card} />
    <p>
      <span class="second">Check ({card.check.level}):</span> {card.check.test}
    </p>
    <p class="second small">
      Evidence: {card.evidence.join('; ')}
      {card.matched.length > 0 && ` · Matched: ${card.matched.join(', ')}`}
    </p>
    <References refs={card.refs} />
  </article>
)

const NOT_DRAWN: Readonly<Record<ReadPosition['status'], string>> = {
  filled: '',
  short: 'Fewer cards apply than the spread allows.',
  empty: 'No card of the deck applies.',
  skipped: 'Skipped: not relevant for the known facts.',
  open: 'Open: depends on an earlier question.',
}

const AtPosition = ({ position, cards }: { readonly position: ReadPosition; readonly cards: readonly ReadCard[] }) => (
  <Section title={position.title}>
    {NOT_DRAWN[position.status] && <p class="second">{NOT_DRAWN[position.status]}</p>}
    {cards.map((card) => (
      <DrawnCard key={card.id} of={card} />
    ))}
  </Section>
)

const Coverage = ({ of: coverage }: { readonly of: StructuredReading['coverage'] }) => (
  <Section title="Coverage">
    <p class="second">Each position draws a limited number of cards. These figures show which other cards apply.</p>
    <Table
      label="Coverage by deck"
      rows={Object.entries(coverage)}
      keyOf={([alias]) => alias}
      columns={[
        { title: 'Deck', cell: ([alias]) => alias },
        { title: 'Applies', cell: ([, { applicable }]) => applicable, isNumber: true },
        { title: 'Drawn', cell: ([, { drawn }]) => drawn, isNumber: true },
        { title: 'Undecided', cell: ([, { undecided }]) => undecided, isNumber: true },
        { title: 'Ruled out', cell: ([, { ruled_out }]) => ruled_out, isNumber: true },
        {
          title: 'Not drawn',
          cell: ([, { remaining }]) => (remaining.length === 0 ? 'none' : remaining.join(', ')),
        },
      ]}
    />
  </Section>
)

export const Report = ({
  of: { positions, cards, warnings, coverage, oracle },
}: {
  readonly of: StructuredReading
}) => (
  <div class="stack">
    {warnings.length > 0 && (
      <Notice kind="warn">
        {warnings.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </Notice>
    )}
    {oracle && oracle.text !== '' && (
      <Section title="Summary">
        <p>{oracle.text}</p>
        <p class="second small">
          {oracle.method === 'model' ? `Written by ${oracle.model ?? 'a model'}` : 'Written by rules'}
        </p>
      </Section>
    )}
    {positions.map((position) => (
      <AtPosition
        key={position.name}
        position={position}
        cards={cards.filter((card) => card.position === position.name)}
      />
    ))}
    <Coverage of={coverage} />
  </div>
)
