import { code } from '../../code.ts'
import type { Part } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

/** A worker on a queue. The pattern adds the threat of malformed messages and its test. */
export const workPart: Part = {
  render: () => [templates('shared/work')],
  requirements: [
    {
      key: 'queue-partial',
      text: code`A failing message is retried alone, and moves to the dead-letter queue after five attempts`,
      priority: 'P1',
    },
  ],
  boundaries: [
    {
      key: 'queue',
      name: code`Queue to worker`,
      cells: {
        S: code`The platform only lets functions of this service and explicitly granted roles send messages`,
        T: [],
        R: [
          {
            key: 'queue-denied',
            source: code`A producer`,
            prerequisites: code`A dispute about an effect`,
            action: code`claims that a message was never processed`,
            impact: code`The facts cannot be reconstructed`,
            likelihood: 2,
            impactScore: 3,
            mitigation: code`One log line per message with ID, attempt, outcome and time`,
          },
        ],
        I: [
          {
            key: 'queue-leak',
            source: code`A reader of logs`,
            prerequisites: code`Access to the log group`,
            action: code`finds message bodies in the logs`,
            impact: code`Personal data is disclosed`,
            likelihood: 3,
            impactScore: 4,
            mitigation: code`Bodies are never logged`,
            cardIds: ['stride-loose-logs'],
          },
        ],
        D: [
          {
            key: 'queue-poison',
            source: code`A faulty producer`,
            prerequisites: code`None`,
            action: code`sends a message that always fails`,
            impact: code`The message blocks others and causes unlimited cost`,
            likelihood: 4,
            impactScore: 3,
            mitigation: code`Messages fail individually, and move to a dead-letter queue after five attempts`,
            cardIds: ['stride-poison'],
          },
        ],
        E: [],
      },
    },
  ],
  assets: [code`Messages in the queue`],
}

export const queuePort: Part = { render: () => [templates('shared/queue')] }

export const retryPart: Part = {
  render: () => [templates('shared/retry')],
  requirements: [
    {
      key: 'retry',
      text: code`A failing call is retried with growing, random delays, up to a limit`,
      priority: 'P2',
    },
  ],
}
