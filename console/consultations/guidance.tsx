import { Section, Table } from '@signet/ui'
import type { AgentGuidance } from '../api/consultations.ts'
import { dueWords, ownerWords, sortByDue } from './advice-words.ts'

export const NextSteps = ({ guidance: { next_steps: steps } }: { readonly guidance: AgentGuidance }) =>
  steps.length === 0 ? null : (
    <Section title="Next steps">
      <Table
        label="Next steps"
        rows={sortByDue(steps)}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Action', cell: ({ id, action }) => `${id} ${action}` },
          { title: 'Owner', cell: ({ owner }) => ownerWords(owner) },
          { title: 'Due', cell: ({ due }) => dueWords(due) },
          { title: 'Done when', cell: ({ done_when }) => done_when },
          { title: 'Based on', cell: ({ traces }) => traces.join(', ') },
        ]}
      />
    </Section>
  )

const BulletCard = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <Section title={title} isCard>
      <ul class="bullets">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  )

export const Limits = ({
  guidance: { do_not: doNot, review_when: reviewWhen },
}: {
  readonly guidance: AgentGuidance
}) => (
  <div class="columns">
    <BulletCard title="Actions to avoid" lines={doNot} />
    <BulletCard title="Review triggers" lines={reviewWhen} />
  </div>
)
