import { type Gap, PILLARS } from '@signet/evidence'
import { Badge, Section } from '@signet/ui'
import { capitalize } from '../session/capitalize.ts'
import { severityTone } from './evidence-words.ts'
import { hasPosition } from './gap-spans.ts'

const GapRow = ({
  gap,
  body,
  onChoose,
}: {
  readonly gap: Gap
  readonly body: string
  readonly onChoose: (gap: Gap) => void
}) => (
  <li>
    <div class="gap">
      <Badge tone={severityTone(gap.severity)}>{capitalize(gap.severity)}</Badge>
      {hasPosition(gap, body) ? (
        <button type="button" class="link-button" onClick={() => onChoose(gap)}>
          {gap.description}
        </button>
      ) : (
        <span>{gap.description}</span>
      )}
    </div>
    <p class="second small">
      {gap.suggestion} <code class="id">{gap.requirementId}</code>
    </p>
  </li>
)

export const GapList = ({
  gaps,
  body,
  onChoose,
}: {
  readonly gaps: readonly Gap[]
  readonly body: string
  readonly onChoose: (gap: Gap) => void
}) => (
  <>
    {PILLARS.filter((pillar) => gaps.some((gap) => gap.pillar === pillar)).map((pillar) => (
      <Section key={pillar} title={pillar}>
        <ul class="stack tight">
          {gaps
            .filter((gap) => gap.pillar === pillar)
            .map((gap) => (
              <GapRow key={gap.requirementId} gap={gap} body={body} onChoose={onChoose} />
            ))}
        </ul>
      </Section>
    ))}
  </>
)
