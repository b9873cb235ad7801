import { code } from '../../code.ts'
import { answering, boundary, threat } from '../../describe.ts'
import type { Part } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

export const upstreamPart: Part = {
  settings: [
    {
      name: code`UPSTREAM_URL`,
      means: code`Address of the upstream service`,
      value: code`https://upstream.example.com`,
    },
  ],
  rendered: () => [templates('shared/upstream')],
  requirements: [
    {
      key: 'forwarded',
      text: code`Requests go on with harmless headers alone, and answers come back likewise`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('upstream', code`Entry to the upstream service`, {
      S: [
        answering(
          ['stride-role-by-client'],
          threat(
            'headers-smuggled',
            code`A caller`,
            code`sends headers that say who it is, or where it comes from`,
            code`The service behind believes them`,
            [4, 5],
            code`Headers are forwarded by a list; this service sets the identity headers`,
          ),
        ),
      ],
      T: [
        threat(
          'path-escape',
          code`A caller`,
          code`sends a path that climbs, or that reads as another host`,
          code`Something else is reached than meant`,
          [3, 4],
          code`The address is built and then compared with host and prefix`,
        ),
      ],
      R: code`Our line names route and caller of every request that went on`,
      I: [
        threat(
          'inner-address',
          code`A caller`,
          code`reads the address of the upstream service from a redirect`,
          code`The address helps to call it directly`,
          [3, 3],
          code`A Location inside the upstream service is translated, any other is dropped; faults become 502`,
        ),
      ],
      D: [
        answering(
          ['stride-unbounded-work'],
          threat(
            'upstream-slow',
            code`The service behind`,
            code`is slow or down`,
            code`Our functions wait and cost`,
            [4, 3],
            code`Eight seconds for all of an answer: before it has begun 502, then it is broken off, and a line says so`,
          ),
        ),
      ],
      E: code`The upstream service grants rights by the identity headers, not by the network`,
    }),
  ],
}
