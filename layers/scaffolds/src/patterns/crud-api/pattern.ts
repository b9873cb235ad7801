import { code, joinAsSentence } from '../../code.ts'
import { option } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { itemsPart } from '../../parts/items/part.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'

const service = ({ entities, entity }: Context): Part => ({
  summary: code`Stores ${joinAsSentence(entities.map(({ $nouns }) => $nouns))} behind an HTTP API.`,
  example: code`Each record has a name and a note, whatever fields the intention requests. Change the fields in src/$kebab/$kebab.ts.`,
  functions: [{ trigger: 'http', uses: ['records'], timeoutSeconds: 10 }],
  render: () => [acceptedPost(code`/v1/${entity.$kebabs}`, code`{ name: 'first' }`)],
  decisions: [
    {
      title: code`Versioned records, partitioned by tenant`,
      context: code`Several users change the same $nouns at once, and a tenant must never see another tenant's data.`,
      drivers: [code`No change is lost silently`, code`A forgotten filter must not expose another tenant's data`],
      options: [
        option(
          code`The tenant in every key, and If-Match on every change`,
          code`a forgotten filter returns nothing instead of everything`,
          code`callers must send a header`,
        ),
        option(
          code`A tenant column, and the last write wins`,
          code`callers have less to do`,
          code`one missing condition exposes all data, and changes are lost`,
        ),
        option(
          code`A database per tenant`,
          code`tenants are isolated by construction`,
          code`cost and migrations grow with the number of tenants`,
        ),
      ],
      because: code`both rules are enforced in one place, and every route is tested.`,
      good: [code`tenant isolation is tested for every route`],
      bad: [code`queries across tenants need a separate table`],
      confirmation: code`test/$kebabs.test.ts: every route with another tenant's ID, and 412 for an old version.`,
    },
  ],
  assets: [code`$Entities of tenants`],
  actors: [code`Callers of a tenant`, code`Operators of the service`],
  flows: [code`Caller to API: JSON over HTTPS`, code`API to table: records by tenant`],
  constraints: [code`A page has at most 100 $nouns`, code`A body has at most 65,536 bytes`],
})

export const crudApi: Pattern = {
  version: '1.2.0',
  title: 'CRUD API',
  traits: {
    trigger: 'http',
    route_shape: 'resource',
    verification: 'api-key',
    dispatch: 'sync',
    store: 'keyvalue',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'interactive',
    multi_tenant: 'yes',
  },
  parts: (context) => [
    httpEntry,
    verificationPart(context, { scopes: ['read', 'write'] }),
    recordsPart(context),
    itemsPart(context, context.entities),
    service(context),
  ],
}
