import { Section, Table } from '@signet/ui'
import type { AgentGuidance } from '../api/consultations.ts'
import { byDue, dueWords, ownerWords } from './advice-words.ts'

export const NextSteps = ({ of: { next_steps: steps } }: { readonly of: AgentGuidance }) =>
  steps.length === 0 ? null : (
    <Section title="Next steps">
      <Table
        label="Next steps"
        rows={byDue(steps)}
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

const Listed = ({ title, of: lines }: { readonly title: string; readonly of: readonly string[] }) =>
  lines.length === 0 ? null : (
    <Section title={title} isCard>
      <ul class="bullets">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  )

export const Limits = ({ of: { do_not: doNot, review_when: reviewWhen } }: { readonly of: AgentGuidance }) => (
  <div class="columns">
    <Listed title="Actions to avoid" of={doNot} />
    <Listed title="Review triggers" of={reviewWhen} />
  </div>
)
