import { code } from '../../code.ts'
import type { Part } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

export const tracesPart: Part = {
  requirements: [
    {
      key: 'traces',
      text: code`Each case has one test, and each built requirement and mitigated threat has cases`,
      priority: 'P2',
    },
  ],
  rendered: () => [templates('shared/traces')],
}
