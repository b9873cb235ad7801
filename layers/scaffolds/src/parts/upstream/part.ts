import { code } from '../../code.ts'
import { boundary, threat, withCardIds } from '../../describe.ts'
import type { Part } from '../../design.ts'
import { templates } from '../../templates/templates.ts'

export const upstreamPart: Part = {
  settings: [
    {
      name: code`UPSTREAM_URL`,
      description: code`URL of the upstream service`,
      value: code`https://upstream.example.com`,
    },
  ],
  render: () => [templates('shared/upstream')],
  requirements: [
    {
      key: 'forwarded',
      text: code`Requests and responses are only forwarded with listed headers`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('upstream', code`Entry to the upstream service`, {
      S: [
        withCardIds(
          ['stride-role-by-client'],
          threat(
            'headers-smuggled',
            code`A caller`,
            code`sends headers that claim an identity or an origin`,
            code`The upstream service trusts them`,
            [4, 5],
            code`Only listed headers are forwarded; this service sets the identity headers`,
          ),
        ),
      ],
      T: [
        threat(
          'path-escape',
          code`A caller`,
          code`sends a path with dot segments, or one that names another host`,
          code`The request reaches an unintended resource`,
          [3, 4],
          code`The URL is built and then compared with the host and prefix`,
        ),
      ],
      R: code`Every forwarded request is logged with its route and caller`,
      I: [
        threat(
          'inner-address',
          code`A caller`,
          code`reads the address of the upstream service from a redirect`,
          code`The address makes direct calls possible`,
          [3, 3],
          code`A Location within the upstream service is translated, any other is dropped; errors become 502`,
        ),
      ],
      D: [
        withCardIds(
          ['stride-unbounded-work'],
          threat(
            'upstream-slow',
            code`The upstream service`,
            code`is slow or down`,
            code`Functions wait and cost money`,
            [4, 3],
            code`A timeout of eight seconds for the complete response: 502 if it has not begun, otherwise the response is aborted and the failure logged`,
          ),
        ),
      ],
      E: code`The upstream service grants rights by the identity headers, not by the network`,
    }),
  ],
}
