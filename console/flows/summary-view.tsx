import { Facts, Notice, Pending, Section } from '@signet/ui'
import { Markdown } from '@signet/ui/markdown'
import type { Flow } from '../api/flows.ts'
import type { StoredScaffold } from '../api/runtime.ts'
import { capitalize } from '../session/capitalize.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { originQuery } from './flow-query.ts'
import { confidenceWords, slugWords, stepList, traitLabel, withoutSteps } from './flow-words.ts'
import { projectWords } from './project-types.ts'

const ClassificationFacts = ({
  scaffold: { classification, traits },
  flow,
}: {
  readonly scaffold: StoredScaffold
  readonly flow: Flow
}) => (
  <Section title="Classification" isCard>
    {classification.confidence === 'low' && (
      <Notice kind="warn">
        <p>
          The matching project pattern is uncertain. Review the files before you use them, or describe the project in
          more detail.
        </p>
      </Notice>
    )}
    <Facts
      facts={[
        ['Pattern', capitalize(slugWords(classification.pattern))],
        ['Confidence', confidenceWords(classification.confidence)],
        ['Project type', projectWords(flow.project_type)],
        ...Object.entries(traits).map(([name, value]) => [traitLabel(name), value] as const),
        ['Seed', flow.seed],
      ]}
    />
  </Section>
)

export const SummaryView = ({ flow }: { readonly flow: Flow }) => {
  const { data: origin, isPending } = useOrganizationQuery(originQuery, flow.id)
  return (
    <div class="columns">
      <div>
        <div class="stack">
          <Section title="Summary">
            <Markdown label="Summary" text={withoutSteps(flow.output, flow.next_steps)} />
          </Section>
          <Section title="Next steps" isCard>
            <Markdown label="Next steps" text={stepList(flow.output, flow.next_steps)} />
          </Section>
        </div>
      </div>
      <div>
        {isPending && <Pending />}
        {origin && <ClassificationFacts scaffold={origin} flow={flow} />}
      </div>
    </div>
  )
}
