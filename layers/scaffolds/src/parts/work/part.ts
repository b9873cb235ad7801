import { code } from '../../code.ts'
import type { Part } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

/** A worker at a queue. The pattern brings the threat of wrong messages, with its test. */
export const workPart: Part = {
  rendered: () => [templates('shared/work')],
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
        S: code`The platform decides who may send: functions of this service, and roles to which a person grants it; the queue is closed to all others`,
        T: [],
        R: [
          {
            key: 'queue-denied',
            source: code`A producer`,
            prerequisites: code`A dispute over an effect`,
            action: code`says that a message was never handled`,
            impact: code`The facts cannot be reconstructed`,
            likelihood: 2,
            impactScore: 3,
            mitigation: code`One line a message: id, attempt, outcome, time`,
          },
        ],
        I: [
          {
            key: 'queue-leak',
            source: code`A reader of logs`,
            prerequisites: code`Access to the log group`,
            action: code`reads bodies of messages there`,
            impact: code`Data of people spreads to where it does not belong`,
            likelihood: 3,
            impactScore: 4,
            mitigation: code`Bodies are never logged`,
            answers: ['stride-loose-logs'],
          },
        ],
        D: [
          {
            key: 'queue-poison',
            source: code`A producer with a fault`,
            prerequisites: code`None`,
            action: code`sends a message that fails each time`,
            impact: code`It blocks those behind it and costs without end`,
            likelihood: 4,
            impactScore: 3,
            mitigation: code`Partial failures, and after five attempts a dead-letter queue`,
            answers: ['stride-poison'],
          },
        ],
        E: [],
      },
    },
  ],
  assets: [code`Messages in the queue`],
}

export const queuePort: Part = { rendered: () => [templates('shared/queue')] }

export const retryPart: Part = {
  rendered: () => [templates('shared/retry')],
  requirements: [
    {
      key: 'retry',
      text: code`A call that fails is repeated with growing, random pauses, and not without end`,
      priority: 'P2',
    },
  ],
}
